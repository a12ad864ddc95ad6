//@ flags: --float bits
//@ kernel: copied proved
//@ kernel: transposed proved
//@ kernel: saxpy proved
//@ kernel: commuted proved
//@ kernel: widened proved
//@ kernel: negative_constant proved
//@ kernel: square_roots proved
//@ kernel: chosen proved
//@ kernel: tiled proved
//@ kernel: regrouped unproved
//@ kernel: by_reciprocal unproved
//@ kernel: cancelled unproved
//@ kernel: zero_added unproved
//@ kernel: doubled unproved
//@ kernel: distributed unproved
//@ kernel: fused unproved
//@ kernel: fast_division unproved
//@ kernel: rounded_once_more unproved
//@ kernel: least_by_comparison unproved
//@ kernel: least unproved
//@ kernel: ordered unproved
//@ kernel: summed unproved
//@ kernel: negative_zero unproved
//@ kernel: subtracted_from_zero unproved
//@ kernel: miscopied refuted
//@ kernel: of_integers unproved
//@ kernel: rounded_constant unproved
//@ kernel: zeros unproved
//@ kernel: nans unproved
//@ kernel: same unproved
//@ kernel: absolute unproved
//@ kernel: through_half unproved
//@ kernel: summed_once unproved
//@ kernel: times_zero unproved
//@ kernel: last refuted
//@ kernel: order_of_subtraction unproved
//@ kernel: added_negation unproved
//@ kernel: existing unproved
// Floats as bit patterns: the same operations of the same inputs, and nothing else.
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void copied(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = x[i]; }

//@ requires gridDim.x * blockDim.x == n && gridDim.y * blockDim.y == n;
//@ ensures \forall integer i, j; 0 <= i < n && 0 <= j < n ==> y[n * i + j] == x[n * j + i];
__global__ void transposed(float *y, const float *x, int n) {
  int i = ID, j = blockIdx.y * blockDim.y + threadIdx.y;
  y[n * j + i] = x[n * i + j];
}

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == \old(y[i]) + a * x[i];
__global__ void saxpy(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] = y[i] + a * x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] * a + \old(y[i]);
__global__ void commuted(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] += a * x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] * a;
__global__ void widened(double *y, const float *x, double a, int n) { int i = ID; if (i < n) y[i] = x[i] * a; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == -0.5 * x[i] - 2;
__global__ void negative_constant(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = -0.5f * x[i] - 2; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == sqrt(x[i]) / 3;
__global__ void square_roots(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = sqrtf(x[i]) / 3.0f; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == (i % 2 == 0 ? x[i] : -x[i]);
__global__ void chosen(float *y, const float *x, int n) {
  int i = ID;
  if (i >= n) return;
  if (i % 2 == 0) y[i] = x[i];
  else y[i] = -x[i];
}

//@ requires blockDim.x == 64;
//@ ensures \forall integer b, i; 0 <= b < gridDim.x && 0 <= i < 64 ==> y[64 * b + i] == x[64 * b + 63 - i] * a;
__global__ void tiled(float *y, const float *x, float a) {
  __shared__ float s[64];
  s[threadIdx.x] = x[ID] * a;
  __syncthreads();
  y[ID] = s[63 - threadIdx.x];
}

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] + (a + b);
__global__ void regrouped(float *y, const float *x, float a, float b, int n) { int i = ID; if (i < n) y[i] = x[i] + a + b; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] / a;
__global__ void by_reciprocal(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] = x[i] * (1.0f / a); }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == 0;
__global__ void cancelled(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = x[i] - x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void zero_added(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = x[i] + 0.0f; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == 2 * x[i];
__global__ void doubled(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = x[i] + x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == a * x[i] + b * x[i];
__global__ void distributed(float *y, const float *x, float a, float b, int n) { int i = ID; if (i < n) y[i] = (a + b) * x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == a * x[i] + b;
__global__ void fused(float *y, const float *x, float a, float b, int n) { int i = ID; if (i < n) y[i] = fmaf(a, x[i], b); }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] / a;
__global__ void fast_division(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] = __fdividef(x[i], a); }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] * a;
__global__ void rounded_once_more(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] = (float)((double)x[i] * a); }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == fmin(x[i], a);
__global__ void least_by_comparison(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] = x[i] < a ? x[i] : a; }

//@ requires n >= 1;
//@ ensures gridDim.x * blockDim.x >= 1 ==> y[0] == \min(0, n - 1, \lambda integer k; x[k]);
__global__ void least(float *y, const float *x, int n) {
  if (ID != 0) return;
  float m = x[0];
  for (int k = 1; k < n; k++) m = fminf(m, x[k]);
  y[0] = m;
}

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] <= x[i];
__global__ void ordered(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = x[i]; }

//@ requires n >= 0;
//@ ensures y[0] == \sum(0, n - 1, \lambda integer k; x[k]);
__global__ void summed(float *y, const float *x, int n) {
  if (ID != 0) return;
  float s = 0;
  for (int k = 0; k < n; k++) s += x[k];
  y[0] = s;
}

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == 0;
__global__ void negative_zero(float *y, int n) { int i = ID; if (i < n) y[i] = -0.0f; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == -x[i];
__global__ void subtracted_from_zero(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = 0.0f - x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void miscopied(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = x[n - 1 - i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == k[i] + k[i];
__global__ void of_integers(float *y, const int *k, int n) { int i = ID; if (i < n) y[i] = (float)k[i] + (float)k[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == 0.1 * x[i];
__global__ void rounded_constant(float *y, const float *x, int n) { int i = ID; if (i < n) y[i] = 0.1f * x[i]; }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void zeros(float *y, const float *x, int n) { int i = ID; if (i < n) { if (x[i] == 0.0f) y[i] = 0.0f; else y[i] = x[i]; } }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void nans(float *y, const float *x, int n) { int i = ID; if (i < n) { if (x[i] == x[i]) y[i] = x[i]; } }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == a;
__global__ void same(float *y, const float *x, float a, int n) { int i = ID; if (i < n) { y[i] = x[i] == a ? x[i] : a; } }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == fabs(x[i]);
__global__ void absolute(float *y, const float *x, int n) { int i = ID; if (i < n) { y[i] = x[i] < 0 ? -x[i] : x[i]; } }

//@ requires n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void through_half(double *y, const double *x, int n) { int i = ID; if (i < n) y[i] = (double)(float)x[i]; }

//@ requires n >= 1 && n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void summed_once(float *y, const float *x, int n) { int i = ID; if (i < n) { float s = 0; for (int k = i; k <= i; k++) s += x[k]; y[i] = s; } }

//@ requires n >= 1 && n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == 0;
__global__ void times_zero(float *y, const float *x, int n) { int i = ID; if (i < n) { float s = x[i]; for (int k = 0; k < 2; k++) s *= 0; y[i] = s; } }

//@ requires n >= 1 && n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i];
__global__ void last(float *y, const float *x, int n) { int i = ID; if (i < n) { float s = x[i]; for (int k = 0; k < n; k++) s = k % 2 == 0 ? s : -s; y[i] = s; } }

//@ requires n >= 1 && n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] + a - b;
__global__ void order_of_subtraction(float *y, const float *x, float a, float b, int n) { int i = ID; if (i < n) y[i] = x[i] - b + a; }

//@ requires n >= 1 && n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == x[i] - a;
__global__ void added_negation(float *y, const float *x, float a, int n) { int i = ID; if (i < n) y[i] = x[i] + -a; }

//@ requires n >= 1 && n <= gridDim.x * blockDim.x;
//@ ensures \exists integer j; 0 <= j < n && y[0] == x[j] + 0;
__global__ void existing(float *y, const float *x, int n) { if (ID == 0) y[0] = x[0]; }
