//@ flags: --block 64 --grid 1 --without cuda-arch
//@ verdict: races=inconclusive
__global__ void k(int *q) {
#if __CUDA_ARCH__ >= 800
    q[threadIdx.x / 2] = threadIdx.x;
#else
    q[threadIdx.x] = threadIdx.x;
#endif
}
