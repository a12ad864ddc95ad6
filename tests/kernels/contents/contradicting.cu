//@ verdict: races=inconclusive
// No contents satisfy the preconditions, so nothing is proved from them.

//@ requires n > 0 && \forall int i; 0 <= i < n -> p[i] < 3 && p[i] > 3;
__global__ void no_value(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i;
}

// Five distinct numbers below four.
/*@ requires n == 5 && \forall int i; 0 <= i < n -> 0 <= p[i] < 4;
  @ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j]; */
__global__ void too_few_values(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i;
}

//@ requires n > 2 && (\forall int i; 0 <= i < n -> p[i] < p[i + 1]) && p[n] == p[0];
__global__ void in_a_circle(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i;
}
