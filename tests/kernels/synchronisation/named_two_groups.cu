//@ revisions: good dropped one_id wrong_count too_few crossed
//@ verdict: races=proved divergence=proved
//[dropped]@ verdict: races=refuted divergence=proved
//[one_id]@ verdict: races=refuted|inconclusive divergence=inconclusive
//[wrong_count]@ verdict: races=inconclusive divergence=refuted
//[too_few]@ verdict: races=refuted divergence=inconclusive
//[crossed]@ verdict: races=refuted divergence=proved
//@ flags: --block 128 --grid 2
// Two pairs of warps, each with a barrier of its own.
__global__ void k(int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;  //[dropped,too_few,crossed]~ ERROR race
#ifdef wrong_count
    const int count = 96;
#elif defined(too_few)
    const int count = 32;
#else
    const int count = 64;
#endif
#ifndef dropped
    if (t < 64) {
        asm volatile("bar.sync 1, %0;" ::"n"(count) : "memory");  //[wrong_count]~ ERROR divergence
    } else {
#ifdef one_id
        asm volatile("bar.sync 1, %0;" ::"n"(count) : "memory");
#else
        asm volatile("bar.sync 2, %0;" ::"n"(count) : "memory");  //[wrong_count]~ ERROR divergence
#endif
    }
#endif
#ifdef crossed
    out[blockIdx.x * 128 + t] = s[127 - t];  //[crossed]~ ERROR race
#else
    out[blockIdx.x * 128 + t] = s[t ^ 63];  //[dropped,too_few]~ ERROR race
#endif
}
