//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// With the operands exchanged everybody loads a[t], also threads below 32, whose cells are stored.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (a[t] > 0 && t >= 32) a[t - 32] = 1; //~ ERROR race
}
