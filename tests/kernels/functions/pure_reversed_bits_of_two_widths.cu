//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// Reversing 32 bits is not reversing 64.
__global__ void k(int *a, unsigned n) {
  if ((unsigned long long)__brev(n) != __brevll((unsigned long long)n)) a[0] = threadIdx.x; //~ ERROR race
}
