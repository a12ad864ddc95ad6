//@ verdict: races=refuted
//@ flags: --block 32 --grid 1
// A division that is not reached says nothing of the divisor: where W is 0, all threads store to one element.
__global__ void conditional(float *out, int W) {
  int i = threadIdx.x;
  int row = W != 0 ? i / W : 0;
  if (W == 0) out[row] = i;    //~ ERROR race
}

__global__ void conjunction(float *out, int W) {
  int i = threadIdx.x;
  bool last = W != 0 && i / W == 3;
  if (W == 0 && !last) out[0] = i;    //~ ERROR race
}

__global__ void disjunction(float *out, int W) {
  int i = threadIdx.x;
  bool first = W == 0 || i / W == 0;
  if (W == 0 && first) out[0] = i;    //~ ERROR race
}
