//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: assertions=proved
// Offsets in an image are rows of the greatest width.
__kernel void k(__write_only image2d_t out, uint v) {
  int2 at = (int2)(get_global_id(0), 3);
  write_imageui(out, at, (uint4)(v, v, v, v));
  __assert(__write_implies(out, __write_offset_bytes(out) / sizeof(uint4) % CL_DEVICE_IMAGE2D_MAX_WIDTH == get_global_id(0)));
}
