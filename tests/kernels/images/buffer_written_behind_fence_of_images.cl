//@ flags: --block 32 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=refuted divergence=proved
__kernel void k(__global int *p, __global int *q) {
    __local int part[32];
    int x = get_local_id(0);
    part[x] = x;
    p[x] = x;                                                                     //~ ERROR race
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE);
    q[x] = p[31 - x] + part[31 - x];                                              //~ ERROR race
}
