// fix: none
// One kernel is a function of the other, which has barriers of its own.
__kernel void reverse(__global int *a, __local int *s) {
    int t = get_local_id(0);
    s[t] = a[get_global_id(0)];
    a[get_global_id(0)] = s[get_local_size(0) - 1 - t];
}
__kernel void both(__global int *a, __local int *s) {
    reverse(a, s);
}
