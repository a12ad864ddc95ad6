//@ flags: --block 64 --grid 2
//@ verdict: races=refuted divergence=proved
// The offset is the same for the threads of a block, but two blocks may load different ones and meet.
__global__ void k(int *a, const int *offset) {
    a[offset[blockIdx.x] * 64 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
