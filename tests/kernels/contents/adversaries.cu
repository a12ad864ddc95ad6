//@ verdict: races=refuted
// Preconditions on contents that seem to exclude the race, and do not.

//@ requires \forall int i; 0 <= i < n -> p[i] != p[i + 1];
__global__ void neighbours_only(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

// The first thread reads in front of what the clause is about.
//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void in_front(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i - 1]] = i; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void wraps(float *out, const unsigned *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i] * 2u] = i; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void other_type(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[((const unsigned short *)p)[i]] = i; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void pointer_moves(float *out, const int *p, int n) {
  p += 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void length_changes(float *out, const int *p, int n) {
  n = 2 * n;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

//@ requires \forall int i, j; 0 <= i < j && j < n && i % 2 == 0 -> p[i] < p[j];
__global__ void even_ones(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n && flag[i] == 1 -> p[i] < p[i + 1];
__global__ void flagged_ones(float *out, const int *p, const int *flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = flag[i]; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n -> p[i] + s[i] <= p[i + 1];
__global__ void steps_with_a_sign(float *out, const int *p, const short *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = s[i]; //~ ERROR race
}

// The variable of the clause, not the parameter.
//@ requires \forall int n; 0 <= n < 10 -> p[n] < p[n + 1];
__global__ void shadowed(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n -> (p[i] < p[i + 1] <==> n > 3);
__global__ void only_if_long(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

//@ requires !(\forall int i, j; 0 <= i < j && j < n -> p[i] != p[j]);
__global__ void denied(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i; //~ ERROR race
}

//@ requires \forall int i; 0 <= i < n -> \exists int j; 0 <= j < n && p[j] == i;
__global__ void onto_and_one_more(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[p[i]] = i; //~ ERROR race
}

// Without bounds: about the elements that exist, whose halves are not distinct.
//@ requires \forall int i, j; i < j -> p[i] < p[j];
__global__ void without_bounds(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i] / 2] = i; //~ ERROR race
}

// Only what no thread reads is empty: the preconditions admit n <= 0.
/*@ requires \forall int i; 0 <= i < n -> p[i] < p[i + 1];
  @ requires \forall int i; 0 <= i < n -> p[i + 1] < p[i]; */
__global__ void empty(float *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[p[i]] = i; //~ ERROR race
}
