//@ flags: --block 2 --grid 1
//@ kernel: renamed races=unsupported
//@ kernel: pair races=unsupported
//@ kernel: other races=proved
// The name behind the dot is not the one that the compiler sees.
#define x y
#define both xy
__kernel void renamed(__global int4 *a) {
  int t = get_local_id(0);
  if (t == 0) a[0].x = 1; else a[0].y = 2;
}
__kernel void pair(__global int4 *a) { a[get_local_id(0)].both = (int2)(1, 2); }
__kernel void other(__global int4 *a) {
  int t = get_local_id(0);
  if (t == 0) a[0].z = 1; else a[0].w = 2;
}
