//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// Only thread 0 goes on behind the trap.
__global__ void k(int *a) {
    if (threadIdx.x != 0) __trap(); //~ ERROR assert
    a[0] = threadIdx.x;
}
