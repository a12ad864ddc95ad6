//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A whole-struct store to one element by all threads.
// FIXME: the label belongs to the assignment, not to the implicit operator= at the definition.
struct Pair { int a, b; }; //~ ERROR race
__global__ void k(Pair *in, Pair *out) {
    Pair p = in[threadIdx.x];
    out[0] = p;
}
