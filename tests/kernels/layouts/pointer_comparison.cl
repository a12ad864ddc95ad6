//@ revisions: good bad
//@ flags: --block 64 --grid 4
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ verdict: divergence=refuted
// good: Which of two arrays a pointer chosen by the group points to is known.
#ifdef bad
kernel void k(global int *a) {
#else
kernel void k(global int *a, global int *b) {
#endif
  local int s[2], t[2];
#ifdef bad
  local int *p = get_local_id(0) == 1 ? s : t;
#else
  local int *p = get_group_id(0) == 1 ? s : t;
#endif
  if (p == s) barrier(CLK_LOCAL_MEM_FENCE); //[bad]~ ERROR divergence
#ifndef bad
  __assert(p != 0);
  __assert(__ptr_base(p) == __ptr_base(s) | __ptr_base(p) == __ptr_base(t));
#endif
  a[get_global_id(0)] = 1;
}
