//@ verdict: races=proved divergence=proved bounds=proved assertions=proved
//@ kernel: gcd contract=proved bounds=proved
//@ kernel: factorial contract=proved bounds=proved
//@ kernel: lower_bound contract=proved bounds=proved
//@ kernel: even contract=proved
//@ kernel: odd contract=proved
//@ kernel: wrapped contract=proved
// A function that calls itself is known by its contract where it does; one that does not is inlined, and its precondition checked.

//@ requires a >= 0 && b >= 0;
//@ ensures \result >= 0;
//@ ensures a + b > 0 ==> \result > 0;
__device__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

//@ requires 0 <= n <= 12;
//@ ensures \result >= 1;
__device__ int factorial(int n) { return n == 0 ? 1 : n * factorial(n - 1); }

//@ requires 0 <= lo <= hi;
//@ reads a[lo .. hi - 1];
//@ ensures lo <= \result <= hi;
__device__ int lower_bound(const int *a, int lo, int hi, int x) {
  if (lo == hi) return lo;
  int mid = lo + (hi - lo) / 2;
  if (a[mid] < x) return lower_bound(a, mid + 1, hi, x);
  return lower_bound(a, lo, mid, x);
}

__device__ int odd(unsigned n);
//@ ensures 0 <= \result <= 1;
__device__ int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
//@ ensures 0 <= \result <= 1;
__device__ int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

//@ requires y > 0;
//@ ensures 0 <= \result < y;
__device__ int wrapped(int x, int y) { return (x % y + y) % y; }

//@ requires n > 0;
__global__ void divisors(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int g = gcd(i, n);
  __assert(g > 0);
  out[i] = n / g + factorial(i % 13);
}

//@ requires n >= 0;
__global__ void places(int *out, const int *sorted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = lower_bound(sorted, 0, n, i);
  __assert(0 <= at && at <= n);
  out[i] = at;
}

__global__ void parities(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i + even(i)] = 1;
}

//@ requires n > 0;
__global__ void inlined(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int w = wrapped(i - 10, n);
  __assert(0 <= w && w < n);
  out[i] = w;
}
