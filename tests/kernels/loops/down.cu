//@ flags: --block 64 --grid 2
//@ verdict: races=proved divergence=proved
// The same private rows, from the last cell to the first.
__global__ void k(int *a) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 7; i >= 0; i--) a[gid * 8 + i] = i;
}
