//@ flags: --block 256 --grid 1
//@ verdict: races=proved divergence=proved
// One MTGP32 state serves the 256 threads of a block: every call ends with a barrier.
__global__ void k(curandStateMtgp32_t *state, unsigned *out) {
    out[threadIdx.x] = curand(state);
    out[255 - threadIdx.x] = curand(state);
}
