//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Only the last thread leaves the array; the race of the others does not depend on it.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;                 //~ ERROR race
    out[t] = s[t + 1];        //~ ERROR race bounds
}
