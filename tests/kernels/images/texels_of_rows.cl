//@ verdict: races=proved bounds=!refuted
// Every work-item has a texel of its own, in images of every width, slice and layer.
__kernel void flat(__write_only image2d_t out) {
    write_imagef(out, (int2)(get_global_id(0), get_global_id(1)), (float4)(1));
}

__kernel void solid(__write_only image2d_array_t out) {
    write_imagei(out, (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0), (int4)(1));
}

__kernel void line(__write_only image1d_t out) {
    write_imageui(out, get_global_id(0), (uint4)(1));
}
