//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
__global__ void other(int *q) {
    if (threadIdx.x < 32) __nvvm_bar_sync(1);
    q[threadIdx.x] = 1;
}

__global__ void of_some(int *q) {
    if (threadIdx.x < 32) __nvvm_barrier_sync_cnt(2, 32);
    q[threadIdx.x] = 1;
}

__global__ void unaligned(int *q) {
    __nvvm_barrier_sync(3);
    q[threadIdx.x] = 1;
}
