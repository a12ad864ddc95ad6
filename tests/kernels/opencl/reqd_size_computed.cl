//@ verdict: bounds=proved races=proved
// The compiler evaluates the sizes, wherever they come from: a macro, an expression, a macro with the whole attribute.
#define WG 64
#define ATTRIBUTE __attribute__((reqd_work_group_size(WG, 1, 1)))
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void of_macro(__global float *out) {
    __local float s[WG];
    s[get_local_id(0)] = 1;
    out[get_global_id(0)] = s[get_local_id(0)];
}
ATTRIBUTE __kernel void in_macro(__global float *out) {
    __local float s[WG];
    s[get_local_id(0)] = 1;
    out[get_global_id(0)] = s[get_local_id(0)];
}
__kernel __attribute__((reqd_work_group_size(4 * 16, (1), sizeof(char)))) void computed(__global float *out) {
    __local float s[WG];
    s[get_local_id(0)] = 1;
    out[get_global_id(0)] = s[get_local_id(0)];
}
