//@ flags: --grid 1
//@ verdict: divergence=proved bounds=unusual-launch
// Nothing limits the block to the 256 cells, but nobody is seen to launch a greater one.
__global__ void k() {
    __shared__ int s[256];
    s[threadIdx.x] = 1; //~ ERROR bounds
}
