//@ equiv: fixed_64 fixed_32 => unknown vacuous
//@ equiv: fixed_64 any => equivalent
//@ equiv: fixed_64 exchanged => different
// Sizes of work-groups that the source fixes.

__attribute__((reqd_work_group_size(64, 1, 1))) __kernel void fixed_64(__global float *out, __global const float *a) {
    out[get_global_id(0)] = a[get_global_id(0)];
}

__attribute__((reqd_work_group_size(32, 1, 1))) __kernel void fixed_32(__global float *out, __global const float *a) {
    out[get_global_id(0)] = -a[get_global_id(0)];
}

__kernel void any(__global float *out, __global const float *a) {
    size_t i = get_global_id(0);
    out[i] = a[i];
}

__kernel void exchanged(__global float *out, __global const float *a) {
    __local float s[64];
    s[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[get_local_id(0) ^ 1];
}
