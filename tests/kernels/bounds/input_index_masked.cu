//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A mask limits the bin; the extent of `in` is not known.
__device__ int hist[256];
__global__ void k(const int *in) {
    atomicAdd(&hist[in[threadIdx.x] & 255], 1);
}
