//@ kernel: moved races=unsupported
//@ kernel: kept races=proved
//@ kernel: read_only races=proved
// Without `volatile` and without a clobber of memory the compiler may move an access across a barrier. Loads of memory
// that is said to be read-only may be moved.
__global__ void moved(float *out, float *a) {
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float x;
  asm("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(a + (31 - threadIdx.x)));
  out[threadIdx.x] = x;
}
__global__ void kept(float *out, float *a) {
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float x;
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(a + (31 - threadIdx.x)));
  out[threadIdx.x] = x;
}
__global__ void read_only(float *out, const float *a) {
  float x;
  asm("ld.global.nc.f32 %0, [%1];" : "=f"(x) : "l"(a + threadIdx.x));
  out[threadIdx.x] = x;
}
void launch(float *out, float *a, const float *b) {
  moved<<<1, 32>>>(out, a);
  kept<<<1, 32>>>(out, a);
  read_only<<<1, 32>>>(out, b);
}
