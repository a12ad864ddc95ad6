//@ verdict: races=proved
//@ kernel: pasted@13 races=refuted
// A kernel's name that the preprocessor puts together.
#define BODY { a[threadIdx.x % n] = blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void pasted(int *a, int n) BODY //~ ERROR race
__global__ void plain(int *a, int n) BODY

#define NAME(first, second) first##second
void by_pasting(int *a) {
  pasted<<<1, 64>>>(a, 64);
  plain<<<1, 64>>>(a, 64);
  void (*f)(int *, int) = NAME(pas, ted);
  f<<<1, 64>>>(a, 8);
}
