//@ revisions: good reused_early some_lanes other_number
//@ verdict: races=proved divergence=proved
//[reused_early]@ verdict: races=refuted divergence=proved
//[some_lanes]@ verdict: races=inconclusive|refuted divergence=refuted
//[other_number]@ verdict: races=inconclusive|refuted divergence=refuted|inconclusive
//@ flags: --block 96 --grid 1
// The first two warps exchange values in each iteration; the third one does something else.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
#ifdef some_lanes
    if (t < 48) {
#else
    if (t < 64) {
#endif
        int sum = 0;
#ifdef other_number
        if (t < 32) n = n + 1;
#endif
        for (int i = 0; i < n; i++) {
            s[t] = i;  //[reused_early]~ ERROR race
            asm volatile("bar.sync 1, 64;" ::: "memory");  //[some_lanes,other_number]~ ERROR divergence
            sum += s[t ^ 32];  //[reused_early]~ ERROR race
#ifndef reused_early
            asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
        }
        out[t] = sum;
    } else {
        out[t] = n;
    }
}
