//@ verdict: races=proved
// Stream compaction: elements whose flag is set go to the number of flags before them.

/*@ requires \forall int i; 0 <= i < n -> 0 <= flag[i] <= 1;
  @ requires \forall int i, j; 0 <= i && i < j && j < n -> idx[i] + flag[i] <= idx[j]; */
__global__ void compact(int *out, const int *in, const int *flag, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[i]) out[idx[i]] = in[i];
}

// The exclusive sums as a scan leaves them.
/*@ requires \forall int i; 0 <= i < n -> flag[i] == 0 || flag[i] == 1;
  @ requires \forall int i; 0 <= i < n -> idx[i + 1] == idx[i] + flag[i]; */
__global__ void compact_by_scan(int *out, const int *in, const int *flag, const int *idx, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (flag[i] == 1) out[idx[i]] = in[i];
  }
}

// No flags: an element is wanted where the sum grows.
//@ requires \forall int i; 0 <= i < n -> idx[i] <= idx[i + 1];
__global__ void compact_by_growth(int *out, const int *in, const int *idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (idx[i] != idx[i + 1]) out[idx[i]] = in[i];
}
