// OpenCL: work-item functions, vectors, selections, masks, loads and stores of vectors, fences, local memory.
__constant int table[4] = {1, 2, 3, 4};
__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void ids(__global int *a, uint d) {
  a[get_global_id(0)] = get_local_id(1) + get_group_id(2) + get_global_size(0) + get_num_groups(1);
  a[0] = get_local_size(d) + table[d];
}
__kernel void lanes(__global float4 *v, __global float *f, __local float2 *l, float3 c) {
  float4 a = v[1];
  a.xz = a.yw;
  a.s3 = c.z;
  a.lo += (float2)(1.0f, a.x);
  v[0].hi = a.hi;
  int4 m = a < v[2];
  v[3] = m ? a : (float4)(0.0f);
  vstore4(vload4(2, f), 1, f);
  l[0] = convert_float2(as_int2(a.xy));
  f[0] = dot(a, a) + fmax(a.x, sqrt(c.x));
  if (any(a > 1.0f)) f[1] = clamp(3, 1, 2) + select(1, 2, m.x);
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
__kernel void integers(__global uint *u, volatile __local int *l, uchar c) {
  __local uint scratch[8];
  scratch[0] = rotate(u[0], 3u) + mul24(u[1], 5u) + popcount(u[2]);
  atomic_inc(l);
  atomic_cmpxchg(&u[0], 1u, 2u);
  c += 300;
  u[3] = c << 33;
  event_t e = async_work_group_copy(scratch, u, 4, 0);
}
__kernel void images(read_only image2d_t in, write_only image2d_t out) {
  write_imagef(out, (int2)(get_global_id(0), 1), (float4)(1.0f));
}
