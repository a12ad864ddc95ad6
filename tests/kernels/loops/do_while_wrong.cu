//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A while loop with j < 0 would not run; the do-while stores once, in every thread to the same cell.
__global__ void k(int *a) {
    int j = 0;
    do {
        a[j] = threadIdx.x; //~ ERROR race
        j++;
    } while (j < 0);
}
