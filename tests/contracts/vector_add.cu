//@ kernel: vector_add proved
//@ kernel: vector_add_invariants proved
//@ kernel: vector_add_wrong_stride refuted
// Addition of vectors by a grid-stride loop (Kojima et al., appendix A.1, with its misprint as the wrong twin).

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == a[i] + b[i];
__global__ void vector_add(const float *a, const float *b, float *c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == a[i] + b[i];
__global__ void vector_add_invariants(const float *a, const float *b, float *c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  //@ loop invariant i >= blockDim.x * blockIdx.x + threadIdx.x
  while (i < n) {
    c[i] = a[i] + b[i];
    i += blockDim.x * gridDim.x;
  }
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == a[i] + b[i];
__global__ void vector_add_wrong_stride(const float *a, const float *b, float *c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  while (i < n) {
    c[i] = a[i] + b[i];
    i += blockDim.x * blockDim.x * gridDim.x;
  }
}
