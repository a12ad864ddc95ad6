//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The right operand of && stores for all even threads.
__global__ void k(int *a, int *b) {
    int t = threadIdx.x;
    bool r = (t % 2 == 0) && (a[0] = t); //~ ERROR race
    b[t] = r;
}
