//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// One block: the unknown offset is common to all threads.
__global__ void k(int *a, const int *offset) {
    a[offset[blockIdx.x] + threadIdx.x] = 1;
}
