//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Within one block the barrier keeps rounds apart: cells t + i of one round are distinct.
__global__ void k(int *a) {
    for (int i = 0; i < 4; i++) {
        a[threadIdx.x + i] = i;
        __syncthreads();
    }
}
