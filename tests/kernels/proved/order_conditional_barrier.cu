//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Barrier and store stand under the same uniform condition, so two stores always have a barrier between them.
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    for (int i = 0; i < 8; i++) {
        if (i % 2 == 0) {
            __syncthreads();
            s[(tid + i) % 64] = i;
        }
    }
    __syncthreads();
    out[tid] = s[tid];
}
