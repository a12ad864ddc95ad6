//@ flags: --block 64 --grid 1
//@ verdict: bounds=refuted
// j is 4*i until some iteration leaves out the step of i.
__global__ void both(int *in, int n) {
  __shared__ int s[256];
  int j = 0, i = 0;
  for (int k = 0; k < n && i < 64; k++) {
    s[j] = 0; //~ ERROR bounds
    j += 4;
    if (in[k] != 0) i++;
  }
}
