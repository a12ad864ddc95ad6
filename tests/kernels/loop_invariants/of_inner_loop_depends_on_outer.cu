//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// In every run of the inner loop i - start is a multiple of 32, but start is another one in every iteration of the outer loop.
__global__ void nest(int *out, int n) {
  int start = threadIdx.x;
  for (int j = 0; j < n; j++) {
    for (int i = start; i < 128; i += 32)
      out[i] = j; //~ ERROR race
    start = start * 2 % 31;
  }
}
