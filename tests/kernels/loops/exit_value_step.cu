//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// i ends at the first value of its residue class modulo 4 that is at least 64: only four different cells.
__global__ void k(int *a) {
    int i = threadIdx.x;
    while (i < 64) i += 4;
    a[i] = threadIdx.x; //~ ERROR race
}
