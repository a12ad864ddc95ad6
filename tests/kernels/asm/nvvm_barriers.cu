//@ flags: --block 64 --grid 2
//@ verdict: races=proved divergence=proved
__global__ void k(int *q) {
    __shared__ int part[64];
    part[threadIdx.x] = threadIdx.x;
    __nvvm_bar_sync(0);
    int v = part[63 - threadIdx.x];
    v += __nvvm_bar0_or(v > 3);
    part[threadIdx.x] = v;
    q[blockIdx.x * 64 + threadIdx.x] = v;
}
