//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A whole-struct store to one element by all threads.
struct Pair { int a, b; };
__global__ void k(Pair *in, Pair *out) {
    Pair p = in[threadIdx.x];
    out[0] = p; //~ ERROR race
}
