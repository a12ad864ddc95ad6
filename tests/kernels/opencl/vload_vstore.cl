//@ verdict: races=proved divergence=proved
// vstore3(v, g, a) writes a[3g], a[3g+1], a[3g+2].
__kernel void k(__global const float *in, __global float *a) {
    int g = get_global_id(0);
    float3 v = vload3(g, in);
    vstore3(v * 2.0f, g, a);
}
