// What elements of input arrays have to be equal, or to fall, for a race: the caller may well see to it that they are not.
//@ kernel: scatter races=depends-on-contents
//@ kernel: rows races=depends-on-contents
//@ kernel: through_two races=depends-on-contents
//@ kernel: segments races=depends-on-contents
//@ kernel: halves races=refuted
//@ kernel: beside races=refuted
//@ kernel: longer_segments races=refuted
//@ kernel: stated races=refuted
//@ kernel: counted races=refuted
//@ kernel: segments_updated races=depends-on-contents

__global__ void scatter(int *out, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[idx[i]] = i; //~ ERROR race
}

__global__ void rows(float *out, const int *idx, int n, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < width) out[idx[row] * width + column] = column; //~ ERROR race
}

__global__ void through_two(int *out, const int *outer, const int *inner, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[outer[inner[i]]] = i; //~ ERROR race
}

__global__ void segments(int *out, const int *begin, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n) return;
  for (int k = begin[s]; k < begin[s + 1]; k++) out[k] = s; //~ ERROR race
}

// Distinct elements do not help.
__global__ void halves(int *out, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[idx[i] / 2] = i; //~ ERROR race
}

// The race has nothing to do with the elements.
__global__ void beside(int *out, int *last, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[idx[i]] = i; //~ ERROR race
  last[0] = i; //~ ERROR race
}

__global__ void longer_segments(int *out, const int *begin, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n) return;
  for (int k = begin[s]; k <= begin[s + 1]; k++) out[k] = s; //~ ERROR race
}

// The source says what callers may pass: it does not exclude equal elements.
//@ requires \forall integer i; 0 <= i < n ==> 0 <= idx[i] < n;
__global__ void stated(int *out, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[idx[i]] = i; //~ ERROR race
}

// Who counts expects equal elements.
__global__ void counted(int *bins, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bins[key[i]]++; //~ ERROR race
}

__global__ void segments_updated(int *out, const int *begin, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n) return;
  for (int k = begin[s]; k < begin[s + 1]; k++) out[k] += s; //~ ERROR race
}
