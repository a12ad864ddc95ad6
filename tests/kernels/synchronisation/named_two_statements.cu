//@ revisions: good dropped before_use
//@ verdict: races=proved divergence=proved
//[dropped]@ verdict: races=refuted
//[before_use]@ verdict: races=refuted
//@ flags: --block 64 --grid 1
// Two warps with loops of their own meet twice in each iteration, by statements of their own.
__global__ void k(int *out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < n; i++) {
            s[t] = i;  //[dropped,before_use]~ ERROR race
            asm volatile("bar.sync 1, 64;" ::: "memory");
#ifndef dropped
            asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
        }
    } else {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
#ifdef before_use
            asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
            sum += s[63 - t];  //[dropped,before_use]~ ERROR race
#if !defined(dropped) && !defined(before_use)
            asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
        }
        out[t - 32] = sum;
    }
    __syncthreads();
}
