//@ kernel: behind_character races=refuted
//@ kernel: behind_raw_string races=refuted
// A quote in a literal with a prefix begins no literal that hides the code behind it.
#include <cuda_runtime.h>
__global__ void behind_character(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
__global__ void behind_raw_string(int *a, int n) { if (n == 4) a[0] = threadIdx.x; }
void f1(int *p) { int n = 3; const wchar_t c = L'"'; n = lib::value(); behind_character<<<1, 32>>>(p, n); }
void f2(int *p) { int n = 3; const char *s = u8R"(a"b)"; n = lib::value(); behind_raw_string<<<1, 32>>>(p, n); }
