//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// The reference is bound to the thread's own cell.
__device__ void put(int &cell, int v) { cell = v; }
__global__ void k(int *a) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    put(a[gid], gid);
}
