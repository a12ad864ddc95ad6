//@ flags: --block 64 --grid 4 --atomics w
//@ verdict: races=refuted divergence=proved
// Stores are still looked at.
__global__ void k(int *flag, int *out) {
    if (threadIdx.x == 3) *flag = 0;  //~ ERROR race
    atomicExch(flag, 1);              //~ ERROR race
}
