//@ flags: --block 64 --grid 1 --without cuda-arch
//@ verdict: races=inconclusive
__global__ void k(int *q) {
#if CUDART_VERSION >= 12000
    q[threadIdx.x / 2] = threadIdx.x;
#else
    q[threadIdx.x] = threadIdx.x;
#endif
}
