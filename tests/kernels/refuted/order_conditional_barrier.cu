//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The barrier runs in even iterations only, so the stores of iterations 0 and 1 are parallel:
// thread 1 in iteration 0 and thread 0 in iteration 1 both store to s[1].
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    for (int i = 0; i < 8; i++) {
        if (i % 2 == 0) __syncthreads();
        s[(tid + i) % 64] = i; //~ ERROR race
    }
    __syncthreads();
    out[tid] = s[tid];
}
