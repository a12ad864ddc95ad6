//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The callee's `pos` would collide, but it is not the caller's.
__device__ int half_of(int x) {
    int pos = x / 2;
    return pos;
}
__global__ void k(int *a) {
    int pos = threadIdx.x;
    int v = half_of(threadIdx.x);
    a[pos] = v;
}
