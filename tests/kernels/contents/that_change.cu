//@ verdict: races=refuted
// What a precondition says of the contents at the launch holds later only of arrays that nobody writes.

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void written_before_read(float *out, int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    p[i] = i / 2;
    out[p[i]] = i; //~ ERROR race
  }
}

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void written_through_another_pointer(float *out, int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *q = p + 1;
  if (i < n) {
    q[i - 1] = 5;
    out[p[i]] = i; //~ ERROR race
  }
}
