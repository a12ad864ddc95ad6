//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: The mode is a parameter: all threads take the same case, and every case has its barrier.
// bad: Case 2 reads without a barrier.
__global__ void k(int *out, int mode) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t; //[bad]~ ERROR race
    switch (mode) {
#ifndef bad
    case 0: __syncthreads(); out[t] = s[63 - t]; break;
#endif
    case 1: __syncthreads();
#ifdef bad
    case 2: out[t] = s[t ^ 1]; break; //[bad]~ ERROR race
#else
    case 2: __syncthreads(); out[t] = s[t ^ 1]; break;
#endif
    default: out[t] = s[t];
    }
}
