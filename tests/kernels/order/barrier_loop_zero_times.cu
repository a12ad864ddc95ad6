//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// With m == 0 no barrier runs at all.
__global__ void k(int *out, int m) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = tid;                          //~ ERROR race
    for (int j = 0; j < m; j++) __syncthreads();
    out[tid] = s[(tid + 1) % 64];          //~ ERROR race
}
