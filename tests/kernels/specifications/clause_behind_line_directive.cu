//@ kernel: renumbered assertions=refuted
// Where lines have other numbers, every specification counts.
#ifdef UNUSED
#endif
#line 200
__global__ void renumbered(int *a, int n) {
  //@ assert n > 0;
  a[threadIdx.x] = n;
}
