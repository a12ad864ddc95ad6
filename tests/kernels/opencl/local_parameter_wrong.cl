//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The first barrier is missing.
__kernel void k(__global const int *in, __global int *out, __local int *s) {
    int t = get_local_id(0);
    s[t] = in[t];                         //~ ERROR race
    out[t] = s[63 - t];                   //~ ERROR race
}
