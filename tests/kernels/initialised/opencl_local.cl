//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// Local memory of OpenCL: only even work-items write.
__kernel void pairs(__global const int *in, __global int *out) {
  __local int s[64];
  size_t i = get_local_id(0);
#ifdef bad
  if (i % 2 == 0) s[i] = in[i];
#else
  s[i] = in[i];
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = s[i ^ 1]; //[bad]~ ERROR unwritten
}
