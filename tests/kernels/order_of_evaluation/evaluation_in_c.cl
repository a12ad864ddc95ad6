//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The effects of the calls are not seen by the other side.
int twice(int n) { int m = n; m += n; return m; }
int keep(int n, __local int *p) { *p = n; return n; }
__kernel void assignment(__global int *a) { int n = get_local_id(0); a[n] = twice(n); }
__kernel void compound(__global int *a) { int n = get_local_id(0); a[n] += twice(n); n += twice(n); }
__kernel void local_array(__global int *a) { __local int s[64]; int n = get_local_id(0); a[n] = a[n] + keep(n, s + n); }
__kernel void vector(__global int4 *a) { int n = get_local_id(0); a[n] = (int4)(n, twice(n), twice(n + 1), a[n].w); }
