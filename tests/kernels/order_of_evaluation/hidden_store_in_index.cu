//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The counter in memory is incremented inside a subscript.
__global__ void k(int *a, int *next) {
    a[threadIdx.x] = a[64 + (*next)++ % 64]; //~ ERROR race
}
