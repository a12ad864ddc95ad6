//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// -1 < blockDim.x is false: the comparison is unsigned, so every thread takes the else branch.
__global__ void k(int *a) {
    int minus = -1;
    if (minus < blockDim.x) a[threadIdx.x] = 1;
    else a[0] = threadIdx.x; //~ ERROR race
}
