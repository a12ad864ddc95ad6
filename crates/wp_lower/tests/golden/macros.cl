// Component selections whose text lies in the arguments of a macro.
#define TWICE(x) ((x) + (x))
#define HIDDEN(v) ((v).y)
__kernel void in_macros(__global int *out, __global float2 *l) {
  float4 a = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  int2 b = as_int2(a.xy);
  l[0] = TWICE(a.zw);
  out[0] = b.x + (int)HIDDEN(a);
}
