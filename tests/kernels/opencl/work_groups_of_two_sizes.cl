//@ flags: --clang-opt -cl-std=CL2.0 --without uniform-work-groups
//@ verdict: races=inconclusive
// The last group may be smaller, and its size with it.
__kernel void by_size(__global int *p) {
    p[get_group_id(0) * get_local_size(0) + get_local_id(0)] = 1;
}

__kernel void mirrored(__global int *p) {
    p[get_global_size(0) - 1 - get_global_id(0)] = 1;
}
