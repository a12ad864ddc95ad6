//@ verdict: races=refuted
// Compactions whose preconditions say too little.

// A flag may be -1, which takes a place back.
//@ requires \forall int i, j; 0 <= i && i < j && j < n -> idx[i] + flag[i] <= idx[j];
__global__ void negative_flags(int *out, const int *in, const int *flag, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[i]) out[idx[i]] = in[i]; //~ ERROR race
}

/*@ requires \forall int i; 0 <= i < n -> 0 <= flag[i] <= 1;
  @ requires \forall int i; 0 <= i < n -> idx[i + 1] == idx[i] + flag[i]; */
__global__ void without_flags(int *out, const int *in, const int *flag, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[idx[i]] = in[i] + flag[i]; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n -> idx[i] <= idx[i + 1];
__global__ void backwards(int *out, const int *in, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (idx[i] == idx[i + 1]) out[idx[i]] = in[i]; //~ ERROR race
}
