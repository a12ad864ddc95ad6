//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Lists are evaluated from left to right: `e` is read before the function of the library stores to it.
struct Two { int a, b; };
__global__ void k(int *p) {
    int e = threadIdx.x;
    Two two = {e, frexpf(8.0f, &e) > 0};
    p[two.a] = e;
}
