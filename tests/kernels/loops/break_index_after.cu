//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Wherever the search ends, 0 <= i <= 16, and rows are 17 apart.
// bad: With rows of 16, thread t that finds nothing (i == 16) meets thread t+1 that finds at once (i == 0).
__global__ void k(const int *in, int *out) {
    int tid = threadIdx.x, i;
    for (i = 0; i < 16; i++)
        if (in[tid * 16 + i] == 0) break;
#ifdef bad
    out[tid * 16 + i] = 1; //[bad]~ ERROR race
#else
    out[tid * 17 + i] = 1;
#endif
}
