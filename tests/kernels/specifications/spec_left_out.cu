//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// What a conditional leaves out is no precondition; what it keeps is one.
#define KEPT 1
#if !KEPT
//@ requires n == 0;
#endif
#if KEPT
//@ requires m == 0;
#else
//@ requires n == 1;
#endif
__global__ void k(int *a, int n, int m) {
    if (n > 1) a[0] = threadIdx.x; //~ ERROR race
    if (m > 1) a[1] = threadIdx.x;
}
