//@ flags: --block 64 --grid 1 --check-arrays a
//@ verdict: races=refuted
// `b` is left out of the check, so what two threads read from it need not be the same.
__global__ void restricted(int *a, int *b) {
  b[0] = threadIdx.x;
  if (b[0] == threadIdx.x) a[0] = threadIdx.x; //~ ERROR race
}
