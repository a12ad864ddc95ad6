//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// A uniform number can be as small as 7 * 2^-32 + 2^-33.
__global__ void k(curandState *state, int *out) {
    float x = curand_uniform(&state[threadIdx.x]);
    if (x == 1.746229827404022216796875e-09f) out[0] = threadIdx.x; //~ ERROR race
}
