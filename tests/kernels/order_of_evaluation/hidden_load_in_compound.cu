//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// += loads what the left neighbour stores.
__global__ void k(int *a, const int *shift) {
    int t = threadIdx.x;
    int *p = shift[0] == 1 ? a + 1 : a;
    a[t] = 0;      //~ ERROR race
    p[t] += 5;     //~ ERROR race
}
