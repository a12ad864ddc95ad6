// proved under: get_local_size(0) * get_num_groups(0) <= pitch
// A two-dimensional range over rows of `pitch` elements.
__kernel void clear(__global int *a, int pitch) {
    a[(int)get_global_id(1) * pitch + (int)get_global_id(0)] = 0;
}
