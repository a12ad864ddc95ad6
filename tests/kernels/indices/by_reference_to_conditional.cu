//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// i becomes 0 in every thread when n > 0.
__global__ void k(int *a, int n) {
    int i = threadIdx.x, j = 7;
    int &r = n > 0 ? i : j;
    r = 0;
    a[i] = threadIdx.x; //~ ERROR race
}
