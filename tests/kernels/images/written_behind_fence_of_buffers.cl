//@ flags: --block 32 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=refuted divergence=proved
// The flags name memory of the group and buffers, not images.
__kernel void k(read_write image2d_t picture, __global uint4 *sums) {
    int x = get_local_id(0);
    write_imageui(picture, (int2)(x, 1), (uint4)(x));                             //~ ERROR race
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    sums[x] = read_imageui(picture, (int2)((x + 1) % 32, 1));                     //~ ERROR race
}
