//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Barrier and store stand under the same uniform condition, so two stores always have a barrier between them.
// bad: The barrier runs in even iterations only, so the stores of iterations 0 and 1 are parallel:
// thread 1 in iteration 0 and thread 0 in iteration 1 both store to s[1].
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    for (int i = 0; i < 8; i++) {
#ifdef bad
        if (i % 2 == 0) __syncthreads();
        s[(tid + i) % 64] = i; //[bad]~ ERROR race
#else
        if (i % 2 == 0) {
            __syncthreads();
            s[(tid + i) % 64] = i;
        }
#endif
    }
    __syncthreads();
    out[tid] = s[tid];
}
