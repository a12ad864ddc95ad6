//@ flags: --block 64 --grid 4 --clang-opt -cl-std=CL2.0
//@ verdict: races=proved divergence=proved
__kernel void k(__global int *q, int n) {
    int t = get_local_id(0);
    int sum = work_group_reduce_add(t * n);
    if (n > 3) sum += work_group_scan_exclusive_max(t) + work_group_broadcast(sum, n - 4);
    q[get_global_id(0)] = sum + work_group_any(t == n);
}
