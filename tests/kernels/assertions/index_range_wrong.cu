//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// Thread 63 has t + 1 == 64.
__global__ void k(int *a) {
    int t = threadIdx.x;
    __assert(t + 1 < 64); //~ ERROR assert
    a[t] = 1;
}
