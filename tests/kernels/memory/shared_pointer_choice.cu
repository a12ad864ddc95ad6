//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: The pointer depends on the thread, but its cell is the thread's own in either array.
// bad: Even threads store to a[t / 4]: threads 0 and 2 meet; odd threads have cells of their own in b.
__global__ void k(int *out) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
#ifdef bad
    int *p = (t & 1) ? &b[t] : &a[t / 4];
    *p = t; //[bad]~ ERROR race
#else
    int *p = (t & 1) ? a : b;
    p[t] = t;
#endif
    __syncthreads();
#ifdef bad
    out[t] = *p;
#else
    out[t] = p[t];
#endif
}
