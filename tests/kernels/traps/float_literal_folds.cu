//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// (int)2.5f is the constant 2, not 2.5 and not unknown.
__global__ void k(int *a) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    a[gid * (int)2.5f] = gid;
}
