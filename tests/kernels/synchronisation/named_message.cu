//@ revisions: good late nobody_waits other_number wrong_side twice
//@ verdict: races=proved divergence=proved
//[late]@ verdict: races=refuted
//[nobody_waits]@ verdict: races=refuted
//[other_number]@ verdict: races=!proved divergence=refuted
//[wrong_side]@ verdict: races=refuted
//[twice]@ verdict: races=!proved divergence=!proved
//@ flags: --block 64 --grid 2
// One warp writes and only announces it; the other one waits.
__global__ void k(int *out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
#ifdef twice
        asm volatile("bar.arrive 1, 64;" ::: "memory");
#endif
#ifdef late
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        s[t] = n + t;  //[late]~ ERROR race
#else
        s[t] = n + t;  //[nobody_waits,wrong_side]~ ERROR race
#ifdef wrong_side
        asm volatile("bar.sync 1, 64;" ::: "memory");
#else
        asm volatile("bar.arrive 1, 64;" ::: "memory");
#endif
#endif
    } else {
#ifdef other_number
        asm volatile("bar.sync 2, 64;" ::: "memory");  //[other_number]~ ERROR divergence
#elif defined(nobody_waits) || defined(wrong_side)
        asm volatile("bar.arrive 1, 64;" ::: "memory");
#else
        asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
        out[blockIdx.x * 32 + t - 32] = s[63 - t];  //[late,nobody_waits,wrong_side]~ ERROR race
    }
}
