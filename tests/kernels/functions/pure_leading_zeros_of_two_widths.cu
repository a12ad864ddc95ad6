//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// Leading zeros depend on the width.
__global__ void k(int *a, int n) {
  if (n > 0 && __clz(n) != __clzll((long long)n)) a[0] = threadIdx.x; //~ ERROR race
}
