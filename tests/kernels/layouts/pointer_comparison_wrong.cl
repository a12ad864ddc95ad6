//@ flags: --block 64 --grid 4
//@ verdict: divergence=refuted
kernel void k(global int *a) {
  local int s[2], t[2];
  local int *p = get_local_id(0) == 1 ? s : t;
  if (p == s) barrier(CLK_LOCAL_MEM_FENCE); //~ ERROR divergence
  a[get_global_id(0)] = 1;
}
