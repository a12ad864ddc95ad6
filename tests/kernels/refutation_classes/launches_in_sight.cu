//@ kernel: by_warps@30 races=refuted
//@ kernel: by_warps@33 races=refuted
//@ kernel: by_warps@35 races=refuted
//@ kernel: by_warps@38 races=unusual-launch
//@ kernel: by_warps@41 races=proved
//@ kernel: by_warps@43 races=proved
//@ kernel: by_warps@44 races=unusual-launch
//@ kernel: strided@46 races=refuted
//@ kernel: strided@47 races=refuted
//@ kernel: strided@49 races=refuted
//@ kernel: strided@53 races=refuted
//@ kernel: strided@57 races=refuted
//@ kernel: strided@59 races=unusual-launch
//@ kernel: strided@60 races=unusual-launch
//@ kernel: strided@61 races=unusual-launch
// A launch that host code makes with ordinary values is not unusual. A launch with an argument of 0, or with a block that only the device limits or
// that the caller of the host function chooses, is.
__global__ void by_warps(int *o) {
  int w = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) o[blockIdx.x * (blockDim.x / 32) + w] = 1; //~ ERROR race
}
__global__ void strided(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i * n] = 1; //~ ERROR race
}

void halves_of_warps(int *p) {
  // 16, 32, 48, 64 threads.
  for (int b = 16; b <= 64; b += 16)
    by_warps<<<2, b>>>(p);
}
void thirds(int *p, int n) { int b = n / 3;
  by_warps<<<2, b>>>(p);
}
void at_most_100(int *p, int n) { by_warps<<<2, n > 100 ? 100 : n>>>(p); }
void in_limits(int *p, int b) {
  if (b < 1 || b > 1024) return;
  by_warps<<<2, b>>>(p);
}
void whole_warps(int *p) {
  for (int b = 32; b <= 128; b += 32) by_warps<<<2, b>>>(p);
}
void rounded(int *p, int n) { by_warps<<<2, (n + 31) / 32 * 32>>>(p); }
void as_asked(int *p, int b) { by_warps<<<2, b>>>(p); }

void half(int *p, int n) { strided<<<2, 64>>>(p, n / 2); }
void less(int *p, int n) { strided<<<2, 64>>>(p, n - 300); }
void from_0(int *p, int n) {
  for (int i = 0; i < n; i++) strided<<<2, 64>>>(p, i);
}
void from_0_twice(int *p, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) strided<<<2, 64>>>(p, i * 10 + j);
}
void none_is_allowed(int *p, int n) {
  if (n < 0) return;
  strided<<<2, 64>>>(p, n);
}
void as_given(int *p, int n) { strided<<<2, 64>>>(p, n); }
void tiles(int *p, int n) { strided<<<2, 64>>>(p, (n + 31) / 32); }
void area(int *p, int rows, int columns) { strided<<<2, 64>>>(p, rows * columns); }
