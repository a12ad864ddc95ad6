//@ flags: --block 64 --grid 2
//@ verdict: races=refuted divergence=proved
// A __device__ variable is shared by all threads of all blocks.
__device__ int last;
__global__ void k(const int *in) {
    last = in[threadIdx.x]; //~ ERROR race
}
