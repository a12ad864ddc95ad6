//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// The second barrier orders the loads of iteration k before the stores of iteration k+1.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int tid = threadIdx.x, sum = 0;
    for (int i = 0; i < n; i++) {
        s[tid] = i * tid;
        __syncthreads();
        sum += s[(tid + 1) % 64];
        __syncthreads();
    }
    out[blockIdx.x * 64 + tid] = sum;
}
