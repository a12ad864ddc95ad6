//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// The bound is read from shared memory in each iteration, and no iteration changes it: all threads make as many.
__global__ void k(const int *sizes, int *out) {
    __shared__ int bound;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) bound = sizes[blockIdx.x];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < bound; i++) {
        s[t] = i;
        sum += s[t];
    }
    if (sum >= 0 && bound > 3) {
        for (int i = 0; i < bound; i++) sum += i;
    }
    if (bound > 5) __syncthreads();
    out[blockIdx.x * 64 + t] = sum;
}
