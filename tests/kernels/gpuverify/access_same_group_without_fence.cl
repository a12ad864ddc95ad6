//@ flags: --gpuverify --benign --block 32 --grid 4
//@ verdict: assertions=refuted
//@ gap: assertions=inconclusive the interpreter does not forget accesses by the fence of a barrier
// The barrier does not fence global memory.
__kernel void k(__global int *a, int n) {
  int t = get_local_id(0), base = 1024 * get_group_id(0);
  a[base + 31 - t] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0;
       __global_invariant(__implies(__same_group & __write(a), __write_offset_bytes(a) / sizeof(int) % 32 == t)), //~ ERROR assert
       i < 8; i++)
    a[base + 32 * i + t + 32] = n;
}
