//@ flags: --block 3 --grid 1
//@ verdict: races=refuted divergence=proved
// Threads 0 and 2 are even and both store.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    if (!(tid & 1)) a[0] = tid; //~ ERROR race
}
