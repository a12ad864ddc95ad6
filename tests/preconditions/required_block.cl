// proved under: none
// The only condition that would help, blocks of one thread, contradicts the source: it would hold for no launch.
__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void last(__global int *a) {
    a[0] = (int)get_local_id(0);
}
