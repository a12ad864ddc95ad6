//@ flags: --block 2 --grid 1
//@ verdict: races=refuted
// The last element of one range is the first of the next.
__global__ void k(const int *length, int *out) {
    __shared__ int start[3];
    if (threadIdx.x == 0) {
        start[0] = 0;
        start[1] = length[0] & 15;
        start[2] = start[1] + (length[1] & 15);
    }
    __syncthreads();
    for (int i = start[threadIdx.x]; i <= start[threadIdx.x + 1]; i++) out[i] = 1; //~ ERROR race
}
