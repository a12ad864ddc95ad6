//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A bool is 0 or 1, whatever was converted.
__global__ void k(int *a) {
    bool b = threadIdx.x;
    a[b] = threadIdx.x; //~ ERROR race
}
