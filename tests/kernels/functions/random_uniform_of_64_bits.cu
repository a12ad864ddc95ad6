//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// A uniform number made of 64 bits can be smaller than any made of 32: nothing may be proved from the least of those.
__global__ void k(curandStateSobol64 *state, int *out) {
    float x = curand_uniform(&state[threadIdx.x]);
    if (x < 1e-11f) out[0] = threadIdx.x; //~ WARNING race
}
