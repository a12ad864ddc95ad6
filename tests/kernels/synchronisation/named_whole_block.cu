//@ revisions: good dropped conditional half
//@ verdict: races=proved divergence=proved
//[dropped]@ verdict: races=refuted
//[conditional]@ verdict: races=inconclusive|refuted divergence=refuted
//[half]@ verdict: races=refuted|inconclusive divergence=!proved
// Barriers by number for all threads of blocks of any size that is a multiple of that of a warp.
__global__ void k(int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    __requires(blockDim.y == 1 && blockDim.z == 1 && blockDim.x % 32 == 0);
    s[t] = t;  //[dropped]~ ERROR race
#ifndef dropped
#ifdef conditional
    if (t < 32)
#endif
        asm volatile("barrier.sync 3;" ::: "memory");  //[conditional]~ ERROR divergence
#endif
    int v = s[blockDim.x - 1 - t];  //[dropped]~ ERROR race
#ifdef half
    asm volatile("bar.sync 4, %0;" ::"r"(blockDim.x / 2) : "memory");
#else
    asm volatile("bar.sync 4, %0;" ::"r"(blockDim.x) : "memory");
#endif
    s[t] = v;
    out[blockIdx.x * blockDim.x + t] = v;
}
