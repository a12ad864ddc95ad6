//@ kernel: other races=refuted
//@ kernel: changed races=refuted
//@ kernel: in_loop races=refuted
//@ kernel: joined races=refuted
//@ kernel: given races=refuted
//@ kernel: rounded races=refuted
//@ kernel: not_a_number races=refuted
//@ kernel: converted races=refuted
//@ kernel: kept races=refuted
//@ kernel: zero races=refuted
// Floats that are not what they were, or not what they seem: all threads write one element.
#include <cmath>
__global__ void other(int *a, float x) { a[x == 1.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void changed(int *a, float x) { a[x == 1.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void in_loop(int *a, float x) { a[x == 1.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void joined(int *a, float x) { a[x == 1.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void given(int *a, float x) { a[x == 1.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void rounded(int *a, double x) { a[x == 0.1 ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void not_a_number(int *a, float x) { a[x == x ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void converted(int *a, int x) { a[x == 1 ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void kept(int *a, float x) { a[x == 1.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
__global__ void zero(int *a, float x) { a[1.0f / x > 0.0f ? threadIdx.x : 0] = threadIdx.x; } //~ ERROR race
void scale(float &x);
void run(int *a, int n) {
  float x = 1.5f;
  other<<<1, 64>>>(a, x);
  x = 1.0f;
  scale(x);
  changed<<<1, 64>>>(a, x);
  float y = 1.0f;
  for (int i = 0; i < n; i++) {
    in_loop<<<1, 64>>>(a, y);
    y *= 2.0f;
  }
  float z = 1.0f;
  if (n > 3) z = 2.0f;
  joined<<<1, 64>>>(a, z);
  float single = 0.1;
  rounded<<<1, 64>>>(a, single);
  not_a_number<<<1, 64>>>(a, NAN);
  converted<<<1, 64>>>(a, 2.9f);
  static float stays = 1.0f;
  kept<<<1, 64>>>(a, stays);
  stays = 3.0f;
  float minus = -0.0f;
  zero<<<1, 64>>>(a, minus);
}
void run_given(int *a, float x) {
  given<<<1, 64>>>(a, x);
}
