//@ flags: --block 8 --grid 1
//@ verdict: races=refuted divergence=proved
// The value is read in two intervals, and differs.
__global__ void k(int *a) {
    __shared__ int s[1];
    int x = 0;
    if (threadIdx.x == 0) s[0] = 0;
    __syncthreads();
    if (threadIdx.x == 1) x = s[0];
    __syncthreads();
    if (threadIdx.x == 0) s[0] = 1;
    __syncthreads();
    if (threadIdx.x == 2) x = s[0] - 1;
    if (threadIdx.x == 1 || threadIdx.x == 2) a[x] = 3;
}
