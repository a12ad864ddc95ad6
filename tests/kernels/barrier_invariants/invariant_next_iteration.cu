//@ flags: --block 16 --grid 1
//@ verdict: races=refuted assertions=!refuted
// The invariant of one iteration says nothing of what the next one reads before its barrier.
__global__ void next(int *out, const int *in) {
    __shared__ int a[16];
    a[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
        out[64 * i + a[threadIdx.x]] = threadIdx.x; //~ ERROR race
        __syncthreads();
        a[threadIdx.x] = threadIdx.x;
        __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x);
        __syncthreads();
        a[threadIdx.x] = in[threadIdx.x + 16 * i];
        __syncthreads();
    }
}
