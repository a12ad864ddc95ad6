//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
//@ kernel: too_few divergence=refuted
// The compiler's names for barriers with numbers.
__global__ void all(int *q) {
    __nvvm_bar_sync(1);
    __nvvm_barrier_sync(3);
    q[threadIdx.x] = 1;
}

__global__ void of_some(int *q) {
    if (threadIdx.x < 32) __nvvm_barrier_sync_cnt(2, 32);
    q[threadIdx.x] = 1;
}

__global__ void too_few(int *q) {
    if (threadIdx.x < 32) __nvvm_bar_sync(1);   //~ ERROR divergence
    q[threadIdx.x] = 1;
}
