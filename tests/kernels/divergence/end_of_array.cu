//@ flags: --block 64 --grid 1
//@ verdict: divergence=inconclusive|refuted
// Which element of one array stands where the other begins, if any, is for the host to decide; not all do.
__global__ void k(int *p, int *q) {
    if (p + threadIdx.x == q) __syncthreads();
}
