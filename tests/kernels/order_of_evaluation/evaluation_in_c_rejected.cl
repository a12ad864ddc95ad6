//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// C leaves more open than C++: the sides of assignments, shifts, subscripts, elements of vector literals.
int inc(int *n) { *n = get_local_id(0); return 1; }
__kernel void assignment(__global int *a) { int n = 0; a[n] = inc(&n); }
__kernel void compound(__global int *a) { int n = 0; n += inc(&n); a[n] = 1; }
__kernel void shift(__global int *a) { int n = 0; a[n << inc(&n)] = 1; }
__kernel void subscript(__global int *a) { int t[2] = {0, 1}; int n = 0; a[(t + n)[inc(&n)]] = 1; }
__kernel void vector(__global int *a) { int n = 0; int2 v = (int2)(n, inc(&n)); a[v.x] = 1; }
__kernel void argument(__global int *a) { int n = 0; a[max(n, inc(&n))] = 1; }
__kernel void array(__global int *a) { int n = 0; int t[2] = {n, inc(&n)}; a[t[0]] = 1; }
struct pair { int x, y; };
__kernel void structure(__global int *a) { int n = 0; struct pair p = {n, inc(&n)}; a[p.x] = 1; }
