//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A store to a field of a subscript is a store.
struct Pair { int x, y; };
__global__ void k(Pair *a) {
    a[0].x = threadIdx.x; //~ ERROR race
}
