//@ flags: --block 64 --grid 1 --clang-opt -cl-std=CL2.0
//@ verdict: divergence=refuted
// All work-items of the group have to call these functions.
__kernel void scan(__global int *q) {
    int t = get_local_id(0);
    for (int i = 0; i < t % 2; i++) q[t] = work_group_scan_inclusive_add(t);      //~ ERROR divergence
}

__kernel void vote(__global int *q, int n) {
    int t = get_local_id(0);
    if (t >= 32) return;
    if (work_group_all(t < n)) q[t] = 1;                                          //~ ERROR divergence
}

// The work-items name different ones that are to give the value.
__kernel void broadcast(__global int *q) {
    int t = get_local_id(0);
    q[t] = work_group_broadcast(t, t & 1);                                        //~ ERROR divergence
}
