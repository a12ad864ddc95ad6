//@ flags: --block 2 --grid 1
//@ verdict: races=proved divergence=proved
// The range of one thread ends where that of the other begins; both read the bound in each iteration.
__global__ void k(const int *length, int *out) {
    __shared__ int start[3];
    if (threadIdx.x == 0) {
        start[0] = 0;
        start[1] = length[0] & 15;
        start[2] = start[1] + (length[1] & 15);
    }
    __syncthreads();
    for (int i = start[threadIdx.x]; i < start[threadIdx.x + 1]; i++) out[i] = 1;
}
