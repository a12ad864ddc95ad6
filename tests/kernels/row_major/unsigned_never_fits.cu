//@ verdict: races=refuted
//@ kernel: rows_of_great_matrices races=possible
//@ kernel: behind_a_difference races=possible
//@ kernel: rows races=proved
// Sizes are taken to fit their types, but not where every launch makes them wrap around, and not where a difference may
// have wrapped around before.
#include <cassert>

__global__ void rows_of_great_matrices(float *o, unsigned m) {
  unsigned r = blockIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < m) o[r * m + c] = 1;
}
// Rows 0 and 32768 of 131072 elements are the same ones.
void great(float *o, unsigned m) {
  assert(m >= 131072u);
  rows_of_great_matrices<<<dim3((m + 255) / 256, 40000), 256>>>(o, m);
}

__global__ void rows(float *o, unsigned m) {
  unsigned r = blockIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < m) o[r * m + c] = 1;
}
void any(float *o, unsigned m) { rows<<<dim3((m + 255) / 256, 40000), 256>>>(o, m); }

// The element before that of thread 0 and the one behind it is its own.
__global__ void behind_a_difference(float *o, const float *x, unsigned m) {
  unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (unsigned j = 0; j < m; j++) sum += x[j];
  unsigned before = c - 1u;
  o[before + 1u] = sum;
  if (c == 5u) o[0] = sum;
}
void many(float *o, const float *x, unsigned m) {
  if (m < 100000000u) return;
  behind_a_difference<<<(m + 255) / 256, 256>>>(o, x, m);
}

__global__ void around_zero(float *o, unsigned m) {
  unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < m) o[c - 1u + m] = 1; //~ ERROR race
  if (c == m - 1u) o[m - 1u] = 2; //~ ERROR race
}
