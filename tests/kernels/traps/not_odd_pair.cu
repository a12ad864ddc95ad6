//@ flags: --block 2 --grid 1
//@ verdict: races=proved divergence=proved
// Of threads 0 and 1 only thread 0 is even.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    if (!(tid & 1)) a[0] = tid;
}
