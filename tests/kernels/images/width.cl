//@ verdict: races=proved divergence=proved
//@ flags: --block 32 --grid 2
// The extents of an image are the same for all work-items.

__kernel void guarded(__global int *a, __read_only image2d_t image) {
  if (get_image_width(image) > 5) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = 1;
}
