//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=proved
//@ gap: assertions=unknown no input that satisfies the assumption is tried, so the proof counts as vacuous
//@ gap: races=unknown no input that satisfies the assumption is tried, so the proof counts as vacuous
// The assumption is trusted from its place on.
__global__ void k(int *a, const int *in) {
    int v = in[threadIdx.x];
    __assume(v >= 3);
    __assert(v > 0);
    a[threadIdx.x] = v;
}
