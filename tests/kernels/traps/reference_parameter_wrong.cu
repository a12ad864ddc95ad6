//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The store goes through a reference bound to a[3].
__device__ void put(int &cell, int v) {
    cell = v; //~ ERROR race
}
__global__ void k(int *a) {
    put(a[3], threadIdx.x);
}
