//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
//@ gap: assertions=possible the replay drops runs that violate the later assumption
// The assumption comes after the assertion and does not reach back.
__global__ void k(int *a, const int *in) {
    int v = in[threadIdx.x];
    __assert(v > 0); //~ ERROR assert
    __assume(v >= 3);
    a[threadIdx.x] = v;
}
