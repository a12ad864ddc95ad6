//@ flags: --gpuverify --benign --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Every work-item stores the same into `first` and reads it in a loop that stores elsewhere only, with no barrier between.
__kernel void k(__global int *out, __global const int *in, int rows, int n) {
  __local int first;
  __local int tile[4 * 64];
  int t = get_local_id(0);
  first = 4 * rows;
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i < 4; i++) {
      tile[64 * i + t] = in[first + 64 * i + t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[64 * row + t] = tile[t ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
