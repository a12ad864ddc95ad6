//@ flags: --block 8 --grid 1
//@ verdict: races=refuted assertions=refuted
// A value that the head itself draws anew in every iteration is not settled there: the wrong invariant must not prove itself.
__global__ void k(int *a, const int *d, volatile int *c, int n) {
    int x = 1, v = 0;
    for (int i = 0; v = c[i], __invariant(v == 5), i < n; i++) { //~ ERROR assert
        if (v != 5) a[0] = threadIdx.x; //~ ERROR race
        x = d[x];
    }
}
