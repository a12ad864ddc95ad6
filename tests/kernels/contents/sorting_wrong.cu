//@ verdict: races=refuted
// Sorts whose preconditions say too little.

/*@ requires \forall int d; 0 <= d < bins -> 0 <= count[d] && start[d] + count[d] <= start[d + 1];
  @ requires \forall int i; 0 <= i < n -> 0 <= key[i] < bins && 0 <= rank[i] && rank[i] <= count[key[i]];
  @ requires \forall int i, j; 0 <= i < n && 0 <= j < n && i != j && key[i] == key[j] -> rank[i] != rank[j]; */
__global__ void rank_beyond_bin(int *sorted, const int *in, const int *key, const int *rank, const int *start,
                                const int *count, int n, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sorted[start[key[i]] + rank[i]] = in[i]; //~ ERROR race
}

//@ requires \forall int b; 0 <= b < bins -> start[b + 1] == start[b] + count[b];
__global__ void negative_counts(int *sorted, const int *start, const int *count, int bins) {
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (b >= bins) return;
  for (int k = 0; k < count[b]; k++) sorted[start[b] + k] = b; //~ ERROR race
}
