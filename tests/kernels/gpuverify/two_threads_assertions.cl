//@ flags: --block 64 --grid 4
//@ verdict: races=proved assertions=proved
// Claims about any two threads, of one group or of two.
kernel void k(global int *a, int n) {
  int own = get_local_id(0), group = get_group_id(0);
  __assert(__uniform_int(n));
  __assert(__implies(__same_group, __uniform_int(group)));
  __assert(__implies(__same_group, __distinct_int(own)));
  __assert(__implies(!__same_group, __distinct_int(group)));
  __assert(__all(own < 64));
  __assert(__implies(__same_group, __exclusive(own == 4)));
  __assert(__implies(own == 4 & __same_group, __other_int(own) != 4));
  __assert(__distinct_int(get_global_id(0)));
  for (int i = own; __invariant(__implies(__same_group & __uniform_bool(__enabled()), __distinct_int(i))), i < 99; i++)
    ;
}
