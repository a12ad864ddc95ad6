//@ revisions: good reused_early not_full freed_early fewer opposite
//@ verdict: races=proved divergence=proved
//[reused_early]@ verdict: races=refuted
//[not_full]@ verdict: races=refuted
//[freed_early]@ verdict: races=refuted
//[fewer]@ verdict: divergence=refuted
//[opposite]@ verdict: divergence=refuted
//@ flags: --block 64 --grid 1
// A warp fills a buffer in each iteration, another one uses it. Barrier 1 tells that it is free, barrier 2 that it is full.
__global__ void k(int *out, const int *in, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        for (int i = 0; i < n; i++) {
#ifndef reused_early
            asm volatile("bar.sync 1, 64;" ::: "memory");  //[opposite]~ ERROR divergence
#endif
            s[t] = in[i * 32 + t];  //[reused_early,not_full,freed_early]~ ERROR race
#ifndef not_full
            asm volatile("bar.arrive 2, 64;" ::: "memory");
#endif
        }
    } else {
        int sum = 0;
#ifdef fewer
        n = n + 1;
#endif
        for (int i = 0; i < n; i++) {
#ifndef opposite
#ifndef reused_early
            asm volatile("bar.arrive 1, 64;" ::: "memory");
#endif
#endif
#ifndef not_full
            asm volatile("bar.sync 2, 64;" ::: "memory");  //[fewer,opposite]~ ERROR divergence
#endif
#ifdef freed_early
            asm volatile("bar.arrive 1, 64;" ::: "memory");
#endif
            sum += s[63 - t];  //[reused_early,not_full,freed_early]~ ERROR race
#ifdef opposite
            asm volatile("bar.arrive 1, 64;" ::: "memory");
#endif
        }
        out[t - 32] = sum;
    }
}
