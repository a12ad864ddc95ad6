//@ verdict: races=proved divergence=proved
// Vector arithmetic on the work-item's own element.
__kernel void k(__global const float4 *x, __global float4 *y, float f) {
    size_t g = get_global_id(0);
    float4 v = x[g] * f;
    v.xy = v.yx;
    y[g] = v + (float4)(1.0f, 2.0f, 3.0f, 4.0f);
}
