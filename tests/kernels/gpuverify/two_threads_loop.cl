//@ flags: --block 64 --grid 1
//@ verdict: assertions=!proved
// A thread that has left the loop is not in the same iteration.
kernel void k(global int *a) {
  for (int i = get_local_id(0); __invariant(__distinct_int(i)), i < 9; i++)
    ;
}
