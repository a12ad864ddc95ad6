//@ kernel: rounds_downwards proved
//@ kernel: downwards proved
//@ kernel: one_left_out refuted
//@ kernel: shifted refuted
// The elements of an array from its end.

__global__ void rounds_downwards(const float *a, const float *b, float *c, int n) {
  /*@ ghost int m
      requires n == m * blockDim.x * gridDim.x
      ensures \forall i; 0 <= i -> i < n -> c[i] == a[i] + b[i] */
  int i = n - 1 - blockDim.x * blockIdx.x - threadIdx.x;
  while (0 <= i) {
    c[i] = a[i] + b[i];
    i -= gridDim.x * blockDim.x;
  }
}

__global__ void downwards(const int *a, int *c, int n) {
  /*@ requires n == blockDim.x * gridDim.x
      ensures \forall i; 0 <= i && i < n -> c[i] == 2 * a[i] */
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  c[n - 1 - i] = 2 * a[n - 1 - i];
}

__global__ void one_left_out(const int *a, int *c, int n) {
  /*@ requires n == blockDim.x * gridDim.x
      ensures \forall i; 0 <= i && i < n -> c[i] == 2 * a[i] */
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i > 0) c[n - 1 - i] = 2 * a[n - 1 - i];
}

__global__ void shifted(const int *a, int *c, int n) {
  /*@ requires n == blockDim.x * gridDim.x
      ensures \forall i; 0 <= i && i < n -> c[i] == 2 * a[i] */
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  c[n - 1 - i] = 2 * a[i];
}
