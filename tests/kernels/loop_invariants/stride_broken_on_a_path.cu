//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// One path moves by 32, the other by 16: the common stride is 16, and threads 16 apart meet.
__global__ void paths(int *out, int *in, int n) {
  for (int i = threadIdx.x; i < n; i += 16) {
    out[i] = 0; //~ ERROR race
    if (in[i] == 0) i += 16;
  }
}
