//@ flags: --block 64 --grid 2
//@ verdict: races=refuted divergence=proved
// In the same round the blocks store to different cells, but they are not in the same round.
__global__ void k(int *a) {
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x == 0) a[i + blockIdx.x] = i; //~ ERROR race
        __syncthreads();
    }
}
