//@ flags: --block 1 --grid 4
//@ verdict: races=inconclusive
// In truth ordered by the lock and the fences. The critical section is not recognised.
__device__ int lock;
__global__ void k(volatile int *count) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(&lock, 0);
}
