//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// With one block the barrier orders global memory for all threads there are.
__global__ void k(int *a, int *b) {
    int tid = threadIdx.x;
    a[tid] = tid;
    __syncthreads();
    b[tid] = a[(tid + 1) % 64];
}
