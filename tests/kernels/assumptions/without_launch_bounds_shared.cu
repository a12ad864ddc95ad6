//@ flags: --grid 1 --without launch-bounds
//@ verdict: races=proved bounds=refuted
//@ gap: bounds=inconclusive no launch with so many threads in a block is executed
// In bounds for the blocks of every device, and only for those.
__global__ void k(int *a) {
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
}
