//@ flags: --block 3 --grid 1
//@ verdict: races=proved divergence=proved
// Of threads 0, 1, 2 only thread 1 is odd.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    if (tid & 1) a[0] = tid;
}
