//@ verdict: races=refuted
// Segments and maps whose preconditions say too little.

/*@ requires \forall int s; 0 <= s < segments -> begin[s] <= begin[s + 1] + 1;
  @ requires \forall int s; 0 <= s <= segments -> 0 <= begin[s] <= 1 << 30; */
__kernel void segments_meet(__global int *out, __global const int *begin, int segments) {
  int s = get_group_id(0);
  if (s < segments)
    for (int k = begin[s] + get_local_id(0); k < begin[s + 1]; k += get_local_size(0)) out[k] = s; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < n && 0 <= j < n && i < j - 1 -> to[i] != to[j];
__kernel void neighbours_meet(__global float *out, __global const float *in, __global const uint *to, int n) {
  int i = get_global_id(0);
  if (i < n) out[to[i]] = in[i]; //~ ERROR race
}
