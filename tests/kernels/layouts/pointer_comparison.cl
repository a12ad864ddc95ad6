//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved assertions=proved
// Which of two arrays a pointer chosen by the group points to is known.
kernel void k(global int *a, global int *b) {
  local int s[2], t[2];
  local int *p = get_group_id(0) == 1 ? s : t;
  if (p == s) barrier(CLK_LOCAL_MEM_FENCE);
  __assert(p != 0);
  __assert(__ptr_base(p) == __ptr_base(s) | __ptr_base(p) == __ptr_base(t));
  a[get_global_id(0)] = 1;
}
