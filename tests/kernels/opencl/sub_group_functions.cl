//@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=unsupported
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void k(__global int *q) {
    int t = get_local_id(0);
    if (t < 3) q[t] = sub_group_reduce_add(t);
}
