//@ kernel: prefix proved
//@ kernel: powers proved
//@ kernel: suffix proved
//@ kernel: by_cases proved
//@ kernel: prefix_without_last refuted
//@ kernel: powers_off_by_one refuted
//@ kernel: fibonacci_numbers proved
//@ gap: fibonacci_numbers values that one iteration leaves for the next
//@ kernel: fibonacci_wrong refuted
//@ kernel: endless_recursion unproved
//@ kernel: too_deep unproved
// Recursive logic functions: sums and products are proved, others are evaluated in runs.
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

/*@ logic integer total(int *x, integer k) = k <= 0 ? 0 : total(x, k - 1) + x[k - 1];
  @ logic integer power(integer b, integer k) = k > 0 ? b * power(b, k - 1) : 1;
  @ logic real rest(float *x, integer k, integer n) = k >= n ? 0 : x[k] + rest(x, k + 1, n);
  @ logic integer fibonacci(integer k) = k <= 1 ? k : fibonacci(k - 1) + fibonacci(k - 2);
  @ logic integer endless(integer k) = endless(k + 1) + 1;
  @ logic integer steps(integer k) = k == 0 ? 0 : steps(k - 1) + 1; */

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == total(a, i + 1);
__global__ void prefix(int *c, const int *a, int n) {
  int i = ID;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k <= i; k++) s += a[k];
  c[i] = s;
}

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == power(b, i);
__global__ void powers(int *c, int b, int n) {
  int i = ID;
  if (i >= n) return;
  int p = 1;
  for (int k = 0; k < i; k++) p *= b;
  c[i] = p;
}

//@ requires 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == rest(a, i, n);
__global__ void suffix(float *c, const float *a, int n) {
  int i = ID;
  if (i >= n) return;
  float s = 0;
  for (int k = i; k < n; k++) s += a[k];
  c[i] = s;
}

//@ requires gridDim.x * blockDim.x >= 1;
//@ ensures c[0] == total(a, -3) && c[1] == total(a, 0) && c[2] == total(a, 1);
__global__ void by_cases(int *c, const int *a) {
  if (ID != 0) return;
  c[0] = 0;
  c[1] = 0;
  c[2] = a[0];
}

//@ requires 1 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == total(a, i + 1);
__global__ void prefix_without_last(int *c, const int *a, int n) {
  int i = ID;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k < i; k++) s += a[k];
  c[i] = s;
}

//@ requires 1 <= n <= gridDim.x * blockDim.x && b == 3;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == power(b, i);
__global__ void powers_off_by_one(int *c, int b, int n) {
  int i = ID;
  if (i >= n) return;
  int p = 1;
  for (int k = 0; k <= i; k++) p *= b;
  c[i] = p;
}

//@ requires 0 <= n <= 20 && gridDim.x * blockDim.x >= 1;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == fibonacci(i);
__global__ void fibonacci_numbers(int *c, int n) {
  if (ID != 0) return;
  int x = 0, y = 1;
  for (int i = 0; i < n; i++) {
    c[i] = x;
    int z = x + y;
    x = y;
    y = z;
  }
}

//@ requires 3 <= n <= 20 && gridDim.x * blockDim.x >= 1;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == fibonacci(i);
__global__ void fibonacci_wrong(int *c, int n) {
  if (ID != 0) return;
  for (int i = 0; i < n; i++) c[i] = i;
}

// No number is the endless one, so nothing is said of any.
//@ requires gridDim.x * blockDim.x >= 1;
//@ ensures c[0] == endless(0);
__global__ void endless_recursion(int *c) { if (ID == 0) c[0] = 7; }

// `k == 0` is not reached from below 0: this is no sum.
//@ requires gridDim.x * blockDim.x >= 1;
//@ ensures c[0] == steps(-1);
__global__ void too_deep(int *c) { if (ID == 0) c[0] = 0; }
