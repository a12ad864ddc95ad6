//@ flags: --block 8 --grid 1
//@ verdict: races=refuted divergence=proved
// Whose turn it is has no closed form, and nothing separates the iterations.
__global__ void k(int *a, int n) {
    int j = 0;
    for (int i = 0; i < n; i++) {
        if (threadIdx.x == j) a[0] = i;
        j = (j * 3 + 1) % 8;
    }
}
