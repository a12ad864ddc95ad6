//@ flags: --block 256
//@ verdict: races=proved divergence=proved assertions=proved
// An inclusive scan by two sweeps; bytes cannot sum up to more than an int holds.
__kernel void pack(__global int *out, __global const uchar *in) {
  __local int s[256];
  int t = get_local_id(0), n = get_local_size(0);
  int length = in[get_global_id(0)];
  s[t] = length;
  int offset = 1;
  for (int d = n / 2; d > 0; d /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  for (offset = n / 4; offset > 0; offset /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int right = offset * (2 * t + 2) - 1 + offset;
    if (right < n)
      s[right] += s[offset * (2 * t + 2) - 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int first = t == 0 ? 0 : s[t - 1];
  for (int k = 0; k < length; k++)
    out[get_group_id(0) * 65536 + first + k] = t;
}
