//@ flags: --block 64 --grid 1
//@ verdict: races=depends-on-contents divergence=proved
// Two equal entries of the index array send two threads to one cell.
__global__ void k(const int *index, int *out) {
    out[index[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
