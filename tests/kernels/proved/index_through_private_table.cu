//@ flags: --block 4 --grid 1
//@ verdict: races=proved
// A permutation in a local array.
__global__ void k(int *out) {
    int p[4] = {2, 0, 3, 1};
    out[p[threadIdx.x]] = threadIdx.x;
}
