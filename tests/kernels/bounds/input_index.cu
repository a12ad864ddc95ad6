//@ flags: --block 64 --grid 1
//@ verdict: bounds=depends-on-contents divergence=proved
// The bin comes from the input and is not checked.
__device__ int hist[256];
__global__ void k(const int *in) {
    atomicAdd(&hist[in[threadIdx.x]], 1); //~ ERROR bounds
}
