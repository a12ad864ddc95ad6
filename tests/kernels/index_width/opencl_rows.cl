//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// `get_global_id` has 64 bits as long as nobody puts it into an `int`.
__kernel void rows(__global const float *in, __global float *out, int n, int columns) {
#ifdef bad
  int i = get_global_id(0);
#else
  size_t i = get_global_id(0);
#endif
  if (i < n)
    out[i] = in[i * columns]; //[bad]~ ERROR width
}
