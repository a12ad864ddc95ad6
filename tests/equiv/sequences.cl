//@ equiv: turn,add turned --block 4 --grid 2 => equivalent
//@ equiv: turn,add_unsigned turned --block 4 --grid 2 --set n=3 => equivalent
//@ equiv: turn,add turned => equivalent
//@ equiv: turn,turn(in=out,out=in) as_it_was --block 4 => equivalent
//@ equiv: turn(in=out,out=in) as_it_was --block 4 => different
// Local memory whose size the host gives is each kernel's own.

__kernel void turn(__global const int *in, __global int *out, __local int *s) {
    s[get_local_id(0)] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[get_local_size(0) - 1 - get_local_id(0)];
}
__kernel void add(__global int *out, int n, __local int *s) {
    s[get_local_id(0)] = n;
    out[get_global_id(0)] += s[get_local_id(0)];
}
__kernel void add_unsigned(__global int *out, unsigned n) {
    out[get_global_id(0)] += (int)n;
}
__kernel void turned(__global const int *in, __global int *out, int n) {
    size_t other = get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 - get_local_id(0);
    out[get_global_id(0)] = in[other] + n;
}
__kernel void as_it_was(__global int *in, __global int *out) {
    out[get_global_id(0)] = in[get_local_size(0) * (get_group_id(0) + 1) - 1 - get_local_id(0)];
}
