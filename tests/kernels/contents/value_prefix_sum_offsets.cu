//@ flags: --block 3 --grid 1
//@ verdict: races=inconclusive
// In truth race-free: the ranges are given by an exclusive prefix sum of the lengths. Needs barrier invariants.
__global__ void k(const int *length, int *out) {
    __shared__ int start[4];
    if (threadIdx.x == 0) {
        start[0] = 0;
        for (int i = 0; i < 3; i++) start[i + 1] = start[i] + (length[i] & 15);
    }
    __syncthreads();
    for (int i = start[threadIdx.x]; i < start[threadIdx.x + 1]; i++) out[i] = 1;
}
