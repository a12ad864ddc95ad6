//@ flags: --block 8,4 --grid 1
//@ verdict: races=refuted divergence=proved
// The wrong extent: y * blockDim.y has rows of 4 for 8 threads.
__global__ void k(int *a) {
    a[threadIdx.y * blockDim.y + threadIdx.x] = 1; //~ ERROR race
}
