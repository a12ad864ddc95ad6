//@ flags: --gpuverify --benign --block 32 --grid 4
//@ verdict: races=proved divergence=proved assertions=proved
// Behind a barrier with a global fence the two work-items of one group have no accesses in flight; of two groups they may.
__kernel void k(__global int *a, int n) {
  int t = get_local_id(0), base = 1024 * get_group_id(0);
  a[base + 31 - t] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0;
       __global_invariant(__implies(__same_group & __write(a), __write_offset_bytes(a) / sizeof(int) % 32 == t)),
       __global_invariant(__implies(!__same_group & __write(a), __write_offset_bytes(a) / sizeof(int) / 1024 == get_group_id(0))),
       i < 8; i++)
    a[base + 32 * i + t] = n;
}
