//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The step of the loop stores.
__global__ void k(int *a, int n) {
    int t = threadIdx.x, s = 0;
    for (int i = 0; i < 4; i++, a[n & 7] = i) //~ ERROR race
        s += i;
    a[t + 64] = s;
}
