//@ flags: --block 64 --grid 4 --atomics w
//@ verdict: races=proved divergence=proved
// Polling a flag that others set by atomics is left out when asked for.
__global__ void k(int *flag, int *out) {
    atomicExch(flag, 1);
    if (*flag) out[blockIdx.x * 64 + threadIdx.x] = 1;
}
