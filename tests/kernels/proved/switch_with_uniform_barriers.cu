//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The mode is a parameter: all threads take the same case, and every case has its barrier.
__global__ void k(int *out, int mode) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    switch (mode) {
    case 0: __syncthreads(); out[t] = s[63 - t]; break;
    case 1: __syncthreads();
    case 2: __syncthreads(); out[t] = s[t ^ 1]; break;
    default: out[t] = s[t];
    }
}
