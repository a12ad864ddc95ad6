//@ flags: --block 32 --grid 1
//@ verdict: assertions=!proved races=proved
// A ghost variable is computed by no thread, so its divisor may be 0.
__global__ void k(int *o, int n) {
  int i = threadIdx.x;
  //@ ghost int q = i / n;
  //@ assert n != 0;
  o[i] = 1;
}
