//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// A union that is assigned holds what it was assigned.
union Word { int i; float f; };
__global__ void k(int *out, Word *a) {
    Word from, to;
    from.i = threadIdx.x;
    to.i = 0;
    to = from;
    out[to.i] = 1;
    a[threadIdx.x] = to;
}
