//@ flags: --block 32 --grid 2
//@ verdict: races=inconclusive
//@ kernel: no_fence_before_the_flag races=refuted
// Message passing in OpenCL.
__kernel void mem_fence_and_flag(__global int *data, volatile __global int *flag, __global int *out) {
    if (get_global_id(0) == 0) {
        data[0] = 7;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        atomic_xchg(flag, 1);
    }
    if (get_global_id(0) == 32 && atomic_add(flag, 0) == 1) {
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        out[0] = data[0];
    }
}
__kernel void no_fence_before_the_flag(__global int *data, volatile __global int *flag, __global int *out) {
    if (get_global_id(0) == 0) {
        data[0] = 7;  //~ ERROR race
        atomic_xchg(flag, 1);
    }
    if (get_global_id(0) == 32 && atomic_add(flag, 0) == 1) {
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        out[0] = data[0];  //~ ERROR race
    }
}
