//@ revisions: inside outside partial
//@ flags: --block 40 --grid 1 --clang-opt -cl-std=CL2.0
//[inside]@ verdict: races=proved bounds=proved assertions=!refuted
//[outside]@ verdict: races=!proved bounds=!proved assertions=!proved
//[partial]@ verdict: races=!proved bounds=!proved assertions=!proved
// What a shuffle reads of a work-item that the sub-group does not have is undefined, and no error by itself. The second
// sub-group has eight work-items.
__kernel void down(__global int *out) {
  __local int s[40];
  uint t = get_local_id(0), lane = get_sub_group_local_id();
  uint delta = 4;
  uint v = sub_group_shuffle_down(t, delta);
#ifdef outside
  if (get_sub_group_id() == 0) {
    __assert(v == t + delta);
    s[v] = 1;
  }
#elif defined(partial)
  if (lane < 28) {
    __assert(v == t + delta);
    s[v] = 1;
  }
#else
  if (lane + delta >= get_sub_group_size()) v = t;
  __assert(v == t || v == t + delta);
  s[t] = v;
#endif
}
