//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// `vload4` and `vstore4` take any element; a pointer to a vector takes a whole vector.
__kernel void copy(__global const float *in, __global float *out) {
  size_t i = get_global_id(0);
#ifdef bad
  float4 v = *(__global const float4 *)(in + i); //[bad]~ ERROR alignment
#else
  float4 v = vload4(0, in + i);
#endif
  vstore4(v, i, out);
}
