//@ verdict: bounds=unusual-launch
// A hint admits launches with other sizes.
#define WG 64
__kernel __attribute__((work_group_size_hint(WG, 1, 1))) void k(__global float *out) {
    __local float s[WG];
    s[get_local_id(0)] = 1; //~ ERROR bounds
    out[get_global_id(0)] = s[get_local_id(0)]; //~ ERROR bounds
}
