//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The second name is moved into the first array.
__global__ void k(int *a, int *b) {
    int t = threadIdx.x;
    b = a + 1;
    a[t] = t; //~ ERROR race
    b[t] = 5; //~ ERROR race
}
