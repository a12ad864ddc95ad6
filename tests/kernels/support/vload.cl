//@ flags: --block 64 --grid 4
//@ verdict: races=proved
// Vector loads and stores access consecutive elements.
__kernel void twice(__global float *out, __global const float *in) {
  size_t i = get_global_id(0);
  vstore4(vload4(i, in) * 2.0f, i, out);
}
