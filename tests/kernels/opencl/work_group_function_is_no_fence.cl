//@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: races=refuted divergence=proved
// That the work-items meet orders no memory.
__kernel void k(__global int *q) {
    __local int part[64];
    int t = get_local_id(0);
    part[t] = t;                       //~ ERROR race
    work_group_any(t == 3);
    q[t] = part[63 - t];               //~ ERROR race
}
