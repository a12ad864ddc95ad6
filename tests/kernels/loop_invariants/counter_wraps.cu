//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The counter wraps around to 0 at 256, so it does not stay above its start, and thread 0 gets to the cells of others.
__global__ void wraps(int *out, int n) {
  unsigned char i = threadIdx.x + 192;
  for (int j = 0; j < n; j++) {
    out[i] = j; //~ ERROR race
    i++;
  }
}
