//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The loop of the thread does not store to what it reads; its neighbour does, behind the barrier.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        out[2 * t + s[t]] = i; //~ ERROR race
        if (i == 1) break;
        __syncthreads();
        if (t % 2 == 0) s[t + 1] = 2;
        __syncthreads();
    }
}
