//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=proved
// The assumption is trusted from its place on.
__global__ void k(int *a, const int *in) {
    int v = in[threadIdx.x];
    __assume(v >= 3);
    __assert(v > 0);
    a[threadIdx.x] = v;
}
