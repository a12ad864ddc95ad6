//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=refuted
// A generator advances its state, so the threads do not write what is there already.
__global__ void k(curandState *state, float *out) {
    out[threadIdx.x] = curand_uniform(&state[threadIdx.x / 2]); //~ ERROR race
}
