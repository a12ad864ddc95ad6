//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Nobody stores the offset: all loads give the same value.
__global__ void k(int *a, const int *offset) {
    int t = threadIdx.x;
    a[offset[0] + t] = 1;
    a[offset[0] + t] += 2;
}
