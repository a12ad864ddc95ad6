//@ kernel: last_one_left_out races=refuted
//@ kernel: no_inverse races=refuted
//@ kernel: other_map races=depends-on-contents
//@ kernel: not_strictly races=refuted
//@ kernel: falling_in_twos races=refuted
//@ kernel: as_a_premise races=refuted
//@ kernel: somewhere races=refuted
//@ kernel: halves races=refuted
//@ kernel: cut_off races=refuted
// Maps that have equal values for all that their preconditions say.

//@ requires \forall int i, j; 0 <= i < n - 1 && 0 <= j < n - 1 && i != j -> p[i] != p[j];
__global__ void last_one_left_out(float *out, const float *in, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = in[i]; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n -> inverse[p[i]] != i;
__global__ void no_inverse(float *out, const float *in, const int *p, const int *inverse, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = in[i]; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < j && j < n -> q[i] != q[j];
__global__ void other_map(float *out, const float *in, const int *p, const int *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = q[i]; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n - 1 -> at[i] <= at[i + 1];
__global__ void not_strictly(float *out, const float *in, const int *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[at[i]] = in[i]; //~ ERROR race
}

//@ requires \forall int i; 0 < i && i < n -> at[i - 1] - at[i] >= 2;
__global__ void falling_in_twos(float *out, const float *in, const int *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 3; k++) out[at[i] + k] = in[3 * i + k]; //~ ERROR race
}

// The other way round: what is on the left of the implication has the quantifier.
//@ requires n > 1 && ((\forall int i, j; 0 <= i < j && j < n -> p[i] != p[j]) -> n == 3);
__global__ void as_a_premise(float *out, const float *in, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = in[i]; //~ ERROR race
}

//@ requires \exists int i; 0 <= i < n - 1 && p[i] != p[i + 1];
__global__ void somewhere(float *out, const float *in, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = in[i]; //~ ERROR race
}

// The values of an unsigned byte are distinct, their halves are not.
//@ requires n <= 200 && \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void halves(float *out, const unsigned char *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i] / 2] = i; //~ ERROR race
}

// Distinct numbers that become equal when they are cut off.
//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void cut_off(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[(unsigned char)p[i]] = i; //~ ERROR race
}
