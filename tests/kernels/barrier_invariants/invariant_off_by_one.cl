//@ flags: --block 64 --grid 1
//@ verdict: races=refuted assertions=refuted
// A wrong invariant would make the scatter free of races.
__kernel void scatter(__global int *out) {
  __local int a[64];
  int t = get_local_id(0);
  a[t] = t / 2;
  __barrier_invariant_1(a[t] == t, t); //~ ERROR assert
  barrier(CLK_LOCAL_MEM_FENCE);
  out[a[t]] = t; //~ ERROR race
}
