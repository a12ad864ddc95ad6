//@ revisions: good number_zero unknown_number
//@ verdict: races=proved divergence=proved
//[number_zero]@ verdict: races=!proved divergence=!proved
//[unknown_number]@ verdict: races=!proved divergence=!proved
//@ flags: --block 128 --grid 1
// Barriers of the block have number 0: an operation on it would be one of theirs.
__global__ void k(int *out, int number) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int v = s[t ^ 63];
    if (t < 64) {
#ifdef number_zero
        asm volatile("bar.sync 0, 64;" ::: "memory");
#elif defined(unknown_number)
        asm volatile("bar.sync %0, 64;" ::"r"(number) : "memory");
#else
        asm volatile("bar.sync 5, 64;" ::: "memory");
#endif
        s[t] = v;
    }
    __syncthreads();
    out[t] = s[127 - t] + v;
}
