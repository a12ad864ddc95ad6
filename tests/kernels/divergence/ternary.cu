//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// A call with a barrier in one arm of a ternary.
__device__ int synced(int v) {
    __syncthreads(); //~ ERROR divergence
    return v;
}
__global__ void k(int *a) {
    int t = threadIdx.x;
    a[t] = t < 10 ? synced(t) : 0;
}
