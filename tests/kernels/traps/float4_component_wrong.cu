//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A store to one component of a vector in memory is a store.
__global__ void k(float4 *a) {
    a[0].y = (float)threadIdx.x; //~ ERROR race
}
