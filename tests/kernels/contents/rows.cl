//@ verdict: races=proved divergence=proved
// Segments, each by a work-group; maps without equal values.

/*@ requires \forall int s; 0 <= s < segments -> begin[s] <= begin[s + 1];
  @ requires \forall int s; 0 <= s <= segments -> 0 <= begin[s] <= 1 << 30; */
__kernel void fill_segments(__global int *out, __global const int *begin, int segments) {
  int s = get_group_id(0);
  if (s < segments)
    for (int k = begin[s] + get_local_id(0); k < begin[s + 1]; k += get_local_size(0)) out[k] = s;
}

//@ requires \forall int i, j; 0 <= i < n && 0 <= j < n && i != j -> to[i] != to[j];
__kernel void move(__global float2 *out, __global const float2 *in, __global const uint *to, int n) {
  int i = get_global_id(0);
  if (i < n) out[to[i]] = in[i];
}

//@ requires \forall int i; 0 <= i < n -> offset[i] + length[i] <= offset[i + 1];
__kernel void write_runs(__global uchar *out, __global const uint *offset, __global const uint *length,
                         __global const uchar *value, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  for (uint k = 0; k < length[i]; k++) out[offset[i] + k] = value[i];
}
