//@ kernel: histogram proved
//@ kernel: histogram_signed proved
//@ kernel: counter proved
//@ kernel: total proved
//@ kernel: total_by_blocks proved
//@ kernel: down proved
//@ kernel: counter_twice refuted
//@ kernel: histogram_one_more refuted
//@ kernel: histogram_next refuted
//@ kernel: histogram_twice refuted
//@ kernel: histogram_great_values unproved
//@ kernel: largest unproved
//@ kernel: stored_before unproved
//@ kernel: in_order_of_arrival unproved
//@ kernel: real_total unproved
//@ kernel: too_few_threads refuted
// Elements that atomics add to: histograms, counters, sums.

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ requires \forall integer j; 0 <= j < 4 ==> h[j] == 0;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= a[i] < 4;
//@ ensures \forall integer j; 0 <= j < 4 ==> h[j] == \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
__global__ void histogram(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[a[i]], 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer j; 0 <= j < 16 ==> h[j] == \old(h[j]) + \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
__global__ void histogram_signed(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int bin = a[i];
  if (bin >= 0) atomicAdd(h + bin, 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures h[0] == \old(h[0]) + n;
__global__ void counter(int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(h, 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures h[0] == \old(h[0]) + \sum(0, n - 1, \lambda integer i; a[i]);
__global__ void total(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(h, a[i]);
}

//@ ensures \forall integer b; 0 <= b < gridDim.x ==>
//@   h[b] == \old(h[b]) + \sum(0, blockDim.x - 1, \lambda integer i; a[blockDim.x * b + i]);
__global__ void total_by_blocks(int *h, const int *a) {
  atomicAdd(&h[blockIdx.x], a[blockIdx.x * blockDim.x + threadIdx.x]);
}

//@ ensures h[0] == \old(h[0]) - blockDim.x * gridDim.x;
__global__ void down(int *h) { atomicSub(h, 1); }

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures h[0] == \old(h[0]) + n;
__global__ void counter_twice(int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[0], 2);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer j; 0 <= j < 16 ==> h[j] == \old(h[j]) + \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
__global__ void histogram_one_more(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n && a[i] >= 0) atomicAdd(&h[a[i]], 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer j; 0 <= j < 16 ==> h[j] == \old(h[j]) + \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
__global__ void histogram_next(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] >= 0) atomicAdd(&h[a[i] + 1], 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer j; 0 <= j < 16 ==> h[j] == \old(h[j]) + \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
__global__ void histogram_twice(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] >= 0) atomicAdd(&h[a[i]], 1);
  if (i == 0 && n > 0) atomicAdd(&h[0], 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer j; 0 <= j < 16 ==> h[j] == \old(h[j]) + \sum(0, n - 1, \lambda integer i; a[i] == j ? 1 : 0);
// No run has such values.
__global__ void histogram_great_values(int *h, const int *a, const int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] >= 0) atomicAdd(&h[a[i]], b[i] > 100000000 ? 2 : 1);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures h[0] >= \old(h[0]);
__global__ void largest(int *h, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(h, a[i]);
}

//@ requires gridDim.x == 1 && 0 <= n;
//@ ensures h[0] == \old(h[0]) + blockDim.x;
__global__ void stored_before(int *h, int n) {
  if (threadIdx.x == 0 && n > 100000000) h[0] = 0;
  __syncthreads();
  atomicAdd(h, 1);
}

//@ ensures h[1] == \old(h[1]) + blockDim.x * gridDim.x * \old(h[0]);
__global__ void in_order_of_arrival(int *h) {
  int old = atomicAdd(&h[0], 0);
  atomicAdd(&h[1], old);
}

//@ requires n <= blockDim.x * gridDim.x && n >= 0;
//@ ensures h[0] == \old(h[0]) + \sum(0, n - 1, \lambda integer i; a[i]);
__global__ void real_total(float *h, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(h, a[i]);
}

//@ requires n >= 0;
//@ ensures h[0] == \old(h[0]) + n;
__global__ void too_few_threads(int *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(h, 1);
}
