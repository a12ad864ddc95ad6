//@ flags: --block 64 --grid 1
//@ kernel: barrier_in_operand races=!proved
//@ kernel: effect_in_operand assertions=!proved
//@ kernel: size_of_object races=proved
//@ kernel: used_value races=proved
//@ kernel: either_value races=!proved
// Some functions of the compiler do not evaluate their operands. The optimiser decides their results.
__device__ int arrive() { __syncthreads(); return 1; }
__global__ void barrier_in_operand(int *o) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  int n = __builtin_constant_p(arrive());
  o[threadIdx.x] = s[63 - threadIdx.x] + n;
}
__global__ void effect_in_operand(int *o) {
  int y = 0;
  if (__builtin_constant_p(y++)) o[threadIdx.x] = 1;
  assert(y == 1);
}
__global__ void size_of_object(int *o) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  o[threadIdx.x] = __builtin_object_size(&s[s[0]], 0) + __builtin_classify_type(s[0]);
}
__global__ void used_value(int *o, int n) { o[threadIdx.x] = __builtin_constant_p(n) ? n : 2 * n; }
__global__ void either_value(int *o, int n) { o[__builtin_constant_p(n) ? threadIdx.x : 0] = threadIdx.x; }
