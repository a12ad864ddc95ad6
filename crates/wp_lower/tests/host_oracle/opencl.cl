// OpenCL: work-item functions, local memory, vectors, conversions.

__kernel void work_items(__global uint *out) {
    size_t g = get_global_id(0);
    out[g] = (uint)(g * 3 + get_local_id(0) * 100 + get_group_id(0) * 10000 + get_local_size(0) * 100000
        + get_num_groups(0) * 7 + get_global_size(0) + get_global_offset(0) + get_local_size(1));
}

__kernel void local_reverse(__global const int *in, __global int *out) {
    __local int s[32];
    int t = get_local_id(0);
    s[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[31 - t];
}

__kernel void vector_arithmetic(__global const float4 *x, __global float4 *y, float f) {
    int g = get_global_id(0);
    float4 v = x[g] * f + (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    v.xy = v.yx;
    v.w = v.s2 * 0.5f;
    v += (float4)(f);
    float2 h = v.hi - v.lo;
    y[g] = (float4)(h, v.even.y, v.odd.x) - v.zzyx;
}

__kernel void vector_integers(__global const int4 *a, __global int4 *out, __global uchar4 *c) {
    int g = get_global_id(0);
    int4 v = a[g], w = v.wzyx;
    int4 m = v < w;
    out[g] = (m & v) + (~m & w) + (v >> 3) + (v == (int4)(0)) * 5;
    c[g] = convert_uchar4(v & 255) + (uchar4)(1, 2, 3, 4);
    c[g].y = 9;
    out[g].s3 += (int)c[g].x;
}

__kernel void vector_logic(__global const int2 *a, __global int2 *out) {
    int g = get_global_id(0);
    int2 v = a[g];
    int2 b = !v;
    int2 c = v && (int2)(1, 0);
    int2 d = v.x > v.y ? v : v.yx;
    out[2 * g] = b + c * 2;
    out[2 * g + 1] = -d / 7 + (v % 5);
}

__kernel void conversions(__global const int *a, __global const float *x, __global int *out) {
    int g = get_global_id(0);
    uint u = a[g];
    out[4 * g] = convert_short((short)a[g]) + (char)u;
    out[4 * g + 1] = as_int(x[g]);
    out[4 * g + 2] = convert_int(x[g]) + (int)(uchar)u;
    out[4 * g + 3] = (u > 7) + (a[g] > 7u) * 2 + (bool)u * 4;
}

__kernel void loads_and_stores(__global const float *in, __global float *out) {
    int g = get_global_id(0);
    float3 v = vload3(g, in);
    vstore3(v * 2.0f, g, out);
}

__kernel void integer_functions(__global const int *a, __global int *out) {
    int g = get_global_id(0);
    out[4 * g] = min(a[g], g) + max(a[g] / 4, 3);
    out[4 * g + 1] = clamp(a[g], -5, 1000);
    out[4 * g + 2] = (int)abs(a[g] / 2);
    out[4 * g + 3] = mul24(a[g] & 1023, g) + mad24(g, 3, a[g] & 255) + (int)popcount((uint)a[g]);
}

int halve(__private int *p) {
    *p /= 2;
    return *p;
}
__constant int weights[4] = {1, -2, 3, -4};

__kernel void private_pointers(__global const int *a, __global int *out) {
    int g = get_global_id(0);
    int v[4], s = 0;
    for (int i = 0; i < 4; i++) v[i] = a[g + i];
    int h = halve(&v[a[g] & 3]);
    h += halve(v);
    for (int i = 0; i < 4; i++) s += v[i] * weights[i];
    out[2 * g] = s;
    out[2 * g + 1] = h;
}

int chosen_for_int(int a) { return a + 1; }
int chosen_for_float(float a) { return (int)(a * 2.0f); }

__kernel void selections_at_compile_time(__global const int *a, __global const float *x, __global int *out) {
    int g = get_global_id(0);
    struct mixed { short s; int i; } l = {(short)a[g], a[g]};
    out[4 * g] = _Generic(a[g], int: chosen_for_int(a[g] & 255), float: 3);
    out[4 * g + 1] = _Generic(x[g], int: 5, float: chosen_for_float(x[g]), default: 6);
    out[4 * g + 2] = __builtin_choose_expr(sizeof(l) == 8, l.i - l.s, l.s) + __builtin_choose_expr(0, x[g], 3);
    out[4 * g + 3] = __builtin_choose_expr(1, a[g], 7.0f) ^ 3;
}

__kernel void vector_conversions(__global const int4 *a, __global int4 *out, __global float4 *y) {
    int g = get_global_id(0);
    bool positive = a[g].x > 0;
    int4 all = (int4)positive;
    float4 f = __builtin_convertvector(a[g] & 1023, float4);
    y[g] = f * 0.5f;
    out[g] = all * 3 + __builtin_convertvector(f, int4);
}
