//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Whole-struct copies in and out of the thread's own elements.
struct Pair { int a, b; };
__global__ void k(Pair *in, Pair *out) {
    int t = threadIdx.x;
    Pair p = in[t];
    p.a = p.b + 1;
    out[t] = p;
}
