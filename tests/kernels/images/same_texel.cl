//@ verdict: races=!refuted divergence=!refuted
//@ flags: --block 32 --grid 1
// Work-items that read one texel read one value.

__kernel void uniform_texel(__global int *a, __read_only image2d_t image, sampler_t s) {
  int4 texel = read_imagei(image, s, (int2)(0, 0));
  if (texel.x > 5) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
