//@ flags: --grid 1
//@ verdict: divergence=proved bounds=refuted
// Nothing limits the block to the 256 cells.
__global__ void k() {
    __shared__ int s[256];
    s[threadIdx.x] = 1; //~ ERROR bounds
}
