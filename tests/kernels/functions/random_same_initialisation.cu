//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=inconclusive
// All threads write the same initial state; what that is is not modelled.
__global__ void k(curandState *state) {
    curand_init(7, 0, 0, state); //~ WARNING race
}
