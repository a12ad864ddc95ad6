//@ flags: --block 64 --grid 1 --without in-bounds
//@ verdict: races=unknown
// Nothing says how many elements there are, so that the two arrays are apart only where accesses stay in them.
__global__ void k(int *a, int *b) {
    a[threadIdx.x] = b[threadIdx.x];
}
