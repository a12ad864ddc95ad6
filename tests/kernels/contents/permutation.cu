//@ verdict: races=proved
// Scatters by maps without equal values.

//@ requires \forall int i, j; 0 <= i < n && 0 <= j < n && i != j -> p[i] != p[j];
__global__ void scatter(float *out, const float *in, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = in[i];
}

// Nothing but the existence of an inverse.
//@ requires \forall int i; 0 <= i < n -> inverse[p[i]] == i;
__global__ void scatter_with_inverse(float *out, const float *in, const int *p, const int *inverse, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = in[i];
}

/*@ predicate injective(int *p, integer n) = \forall integer i, j; 0 <= i < j && j < n ==> p[i] != p[j];
  @ requires n == blockDim.x * gridDim.x && injective(p, n); */
__global__ void permute_rows(float *out, const float *in, const int *p, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < width; k++) out[width * p[i] + k] = in[width * i + k];
}

//@ requires !(\exists int i, j; 0 <= i < j && j < n && p[i] == p[j]);
__global__ void exchange(const float *a, float *b, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && p[i] >= 0) b[p[i]] += a[i];
}

//@ requires \forall int i; 0 <= i < n - 1 -> at[i] < at[i + 1];
__global__ void strictly_rising(float *out, const float *in, const long long *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[at[i]] = in[i];
}

//@ requires \forall int i; 0 < i && i < n -> at[i - 1] - at[i] >= 3;
__global__ void falling_in_threes(float *out, const float *in, const int *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 3; k++) out[at[i] + k] = in[3 * i + k];
}
