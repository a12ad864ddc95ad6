//@ verdict: races=!refuted divergence=!refuted
//@ flags: --block 32 --grid 1
// Threads that read one texel read one value; that this is not known must not look like a run that misbehaves.
texture<int, 1> table;

__global__ void uniform_texel(int *a) {
  if (tex1Dfetch(table, 0) > 0) __syncthreads();
  a[threadIdx.x] = 1;
}

__global__ void same_texel_twice(int *a) {
  int x = tex1Dfetch(table, 3), y = tex1Dfetch(table, 3);
  a[threadIdx.x + (x - y)] = 1;
}

__device__ int texture_lane(int t);

__global__ void named_like_a_texture(int *a) {
  a[texture_lane(threadIdx.x) & 31] = threadIdx.x;
}

__device__ int of_parameter(const texture<int, 1> by_another_name, int i) {
  return tex1Dfetch(by_another_name, i);
}

// One texture under two names.
__global__ void through_a_function(int *a) {
  int x = tex1Dfetch(table, 3), y = of_parameter(table, 3);
  a[threadIdx.x + (x - y)] = 1;
}
