//@ flags: --block 64 --grid 1
//@ verdict: assertions=refuted
// Nothing was ever assigned.
__global__ void k(int *out) {
    int x;
    __assert(x == 0); //~ ERROR assert
    out[threadIdx.x] = x;
}
