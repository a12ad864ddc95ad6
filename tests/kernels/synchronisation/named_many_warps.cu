//@ revisions: good half one_of_two
//@ verdict: races=proved divergence=proved
//[half]@ verdict: races=!proved divergence=!proved
//[one_of_two]@ verdict: races=!proved divergence=refuted
//@ flags: --block 192 --grid 4
// Two warps fill a buffer that four warps use.
#ifdef half
const int threads = 96;
#else
const int threads = 192;
#endif
__global__ void k(int *out, const int *in, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        for (int i = 0; i < n; i++) {
            asm volatile("barrier.cta.sync.aligned 1, %0;" ::"n"(threads) : "memory");
            s[t] = in[i * 64 + t];
#ifdef one_of_two
            if (t < 32)
#endif
                asm volatile("barrier.cta.arrive.aligned 2, %0;" ::"n"(threads) : "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            asm volatile("barrier.cta.arrive.aligned 1, %0;" ::"n"(threads) : "memory");
            asm volatile("barrier.cta.sync.aligned 2, %0;" ::"n"(threads) : "memory");  //[one_of_two]~ ERROR divergence
            sum += s[t % 64];
        }
        out[blockIdx.x * 128 + t - 64] = sum;
    }
}
