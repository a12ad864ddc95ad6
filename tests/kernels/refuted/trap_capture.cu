//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The callee's `pos` is another variable than the caller's: threads 2i and 2i+1 store to a[i].
__device__ int twice(int x) {
    int pos = x * 2;
    return pos;
}
__global__ void k(int *a) {
    int pos = threadIdx.x / 2;
    int v = twice(threadIdx.x);
    a[pos] = v; //~ ERROR race
}
