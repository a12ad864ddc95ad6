//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: The callee's `pos` would collide, but it is not the caller's.
// bad: The callee's `pos` is another variable than the caller's: threads 2i and 2i+1 store to a[i].
#ifdef bad
__device__ int twice(int x) {
    int pos = x * 2;
#else
__device__ int half_of(int x) {
    int pos = x / 2;
#endif
    return pos;
}
__global__ void k(int *a) {
#ifdef bad
    int pos = threadIdx.x / 2;
    int v = twice(threadIdx.x);
#else
    int pos = threadIdx.x;
    int v = half_of(threadIdx.x);
#endif
    a[pos] = v; //[bad]~ ERROR race
}
