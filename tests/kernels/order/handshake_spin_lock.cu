//@ flags: --block 1 --grid 4
//@ verdict: races=proved
// Ordered by the lock and the fences.
__device__ int lock;
__global__ void k(volatile int *count) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(&lock, 0);
}
