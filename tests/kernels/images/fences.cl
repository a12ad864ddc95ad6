//@ flags: --block 32 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=proved divergence=proved
// Each flag orders its own memory.
__kernel void images(read_write image2d_t picture, __global uint4 *sums) {
    int x = get_local_id(0);
    write_imageui(picture, (int2)(x, 1), (uint4)(x));
    work_group_barrier(CLK_IMAGE_MEM_FENCE);
    sums[x] = read_imageui(picture, (int2)((x + 1) % 32, 1));
}

__kernel void all(read_write image1d_t row, __global int *p, __global float4 *q) {
    int x = get_local_id(0);
    p[x] = x;
    write_imagef(row, x, (float4)(x));
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE);
    q[x] = read_imagef(row, p[31 - x] & 31);
}
