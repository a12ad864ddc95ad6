//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The counter is reset between two phases: the second hands out place 0 again, which thread 1 stores as well.
__global__ void k(int *out) {
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 0) count = 0;
    __syncthreads();
    if (t < 32) out[atomicAdd(&count, 1)] = t;
    __syncthreads();
    if (t == 0) count = 0;
    __syncthreads();
    if (t >= 32) out[atomicAdd(&count, 1)] = t;      //~ ERROR race
    if (t == 1) out[0] = 5;                          //~ ERROR race
}
