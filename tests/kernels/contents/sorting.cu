//@ verdict: races=proved
// Counting and radix sorts: where a bin begins, and the rank of a key in it.

/*@ requires \forall int d; 0 <= d < bins -> 0 <= count[d] && start[d] + count[d] <= start[d + 1];
  @ requires \forall int i; 0 <= i < n -> 0 <= key[i] < bins && 0 <= rank[i] && rank[i] < count[key[i]];
  @ requires \forall int i, j; 0 <= i < n && 0 <= j < n && i != j && key[i] == key[j] -> rank[i] != rank[j]; */
__global__ void radix_scatter(int *sorted, const int *in, const int *key, const int *rank, const int *start,
                              const int *count, int n, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sorted[start[key[i]] + rank[i]] = in[i];
}

// Each bin by a thread of its own.
/*@ requires \forall int b; 0 <= b < bins -> start[b + 1] == start[b] + count[b];
  @ requires \forall int b; 0 <= b < bins -> count[b] >= 0; */
__global__ void write_bins(int *sorted, const int *start, const int *count, int bins) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= bins) return;
  for (int k = 0; k < count[b]; k++) sorted[start[b] + k] = b;
}

// Counts without a sign need no clause of their own; that a stride from the last element does not wrap around does.
/*@ requires \forall int b; 0 <= b < bins -> start[b + 1] == start[b] + count[b];
  @ requires \forall int b; 0 <= b <= bins -> start[b] < 1 << 31; */
__global__ void write_bins_unsigned(int *sorted, const unsigned *start, const unsigned *count, unsigned bins) {
  unsigned b = blockIdx.x;
  if (b >= bins) return;
  for (unsigned k = start[b] + threadIdx.x; k < start[b + 1]; k += blockDim.x) sorted[k] = b;
}
