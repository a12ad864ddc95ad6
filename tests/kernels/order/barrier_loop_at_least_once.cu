//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// m >= 1 makes the barrier run at least once.
__global__ void k(int *out, int m) {
    __requires(m >= 1);
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = tid;
    for (int j = 0; j < m; j++) __syncthreads();
    out[tid] = s[(tid + 1) % 64];
}
