//@ flags: --block 256 --grid 2
//@ verdict: races=refuted
// Two blocks use one MTGP32 state.
__global__ void k(curandStateMtgp32_t *state, float *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = curand_uniform(state); //~ ERROR race
}
