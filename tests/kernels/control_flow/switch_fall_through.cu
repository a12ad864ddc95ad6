//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Thread 0 falls through to the store of thread 1.
__global__ void k(int *a) {
    switch (threadIdx.x) {
    case 0: a[1] = 1;
    case 1: a[0] = 2; break; //~ ERROR race
    default: a[threadIdx.x] = 3;
    }
}
