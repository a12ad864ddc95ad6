//@ flags: --block 256 --grid 1
//@ verdict: races=proved divergence=proved
// 256 threads fit.
__global__ void k(int *a) {
    unsigned char i = threadIdx.x;
    a[i] = 1;
}
