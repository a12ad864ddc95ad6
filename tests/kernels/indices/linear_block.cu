//@ revisions: good bad
//[good]@ flags: --block 8,4,2 --grid 4,2
//[bad]@ flags: --block 8,4 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Linear thread number in a 3-D block, linear block number in a 2-D grid.
// bad: The wrong extent: y * blockDim.y has rows of 4 for 8 threads.
__global__ void k(int *a) {
#ifdef bad
    a[threadIdx.y * blockDim.y + threadIdx.x] = 1; //[bad]~ ERROR race
#else
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int b = blockIdx.y * gridDim.x + blockIdx.x;
    a[b * (blockDim.x * blockDim.y * blockDim.z) + t] = t;
#endif
}
