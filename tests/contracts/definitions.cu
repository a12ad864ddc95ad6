//@ kernel: dot_rows proved
//@ kernel: dot_rows_swapped refuted
//@ kernel: permuted proved
//@ kernel: permuted_wrong unproved
//@ kernel: in_place proved
//@ kernel: in_place_new refuted
//@ kernel: shadowed proved
//@ kernel: shadowed_wrong refuted
//@ kernel: claimed proved
// Logic functions and predicates.

/*@ predicate within(integer i, integer n) = 0 <= i < n;
  @ logic real dot(float *x, integer first, float *y, integer n) = \sum(0, n - 1, \lambda integer k; x[first + k] * y[k]); */

//@ requires m <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer i; within(i, m) ==> z[i] == dot(x, n * i, y, n);
__global__ void dot_rows(float *z, const float *x, const float *y, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += x[n * i + k] * y[k];
  z[i] = sum;
}

//@ requires m <= blockDim.x * gridDim.x && n >= 0;
//@ ensures \forall integer i; within(i, m) ==> z[i] == dot(y, n * i, x, n);
__global__ void dot_rows_swapped(float *z, const float *x, const float *y, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += x[n * i + k] * y[k];
  z[i] = sum;
}

//@ predicate all_within(int p[], integer n) = \forall integer i; within(i, n) ==> within(p[i], n);
//@ requires n <= blockDim.x * gridDim.x && all_within(p, n);
//@ ensures \forall integer i; within(i, n) ==> (\exists integer j; within(j, n) && b[i] == a[j]);
__global__ void permuted(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[p[i]];
}

//@ requires 20000000 <= n <= blockDim.x * gridDim.x && all_within(p, n + 1);
//@ ensures \forall integer i; within(i, n) ==> (\exists integer j; within(j, n) && b[i] == a[j]);
__global__ void permuted_wrong(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[p[i]];
}

//@ logic integer twice(integer *x, integer i) = 2 * x[i];
//@ ensures \forall integer i; within(i, blockDim.x * gridDim.x) ==> a[i] == \old(twice(a, i));
__global__ void in_place(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i] + a[i];
}

// What the definition reads is what is there in the end.
//@ ensures \forall integer i; within(i, blockDim.x * gridDim.x) ==> a[i] == twice(a, i);
__global__ void in_place_new(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i] + a[i];
}

// The variable of the body is not the one of the clause.
//@ logic integer sum_from(integer i, integer n) = \sum(1, n, \lambda integer k; i + k);
//@ ensures \forall integer k; 0 <= k < blockDim.x * gridDim.x ==> b[k] == sum_from(k, 3);
__global__ void shadowed(int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 3 * i + 6;
}

//@ ensures \forall integer k; 0 <= k < blockDim.x * gridDim.x ==> b[k] == sum_from(k, 3);
__global__ void shadowed_wrong(int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 12;
}

//@ requires n == blockDim.x * gridDim.x;
//@ ensures \forall integer i; within(i, n) ==> b[i] == i;
__global__ void claimed(int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  //@ assert within(i, n);
  b[i] = i;
}
