//@ flags: --block 8 --grid 1
//@ verdict: contract=proved races=proved
// Clauses in front of functions that no kernel calls are no errors.
//@ requires n == 5;
//@ ensures \forall integer i; 0 <= i < 8 ==> o[i] == 5;
__global__ void k(int *o, int n) {
  o[threadIdx.x] = n;
}
//@ requires a > 0;
//@ ensures \result == 1;
__device__ int never_called(int a) { return 2; }
