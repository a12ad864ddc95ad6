//@ verdict: races=refuted
//@ kernel: recursive@38 races=proved
//@ kernel: recursive@any races=refuted
//@ kernel: replaced@42 races=proved
//@ kernel: replaced@any races=refuted
// What a function that is given a kernel does to its arguments, and to the variable of the kernel, is followed.
#define BODY { a[threadIdx.x % n] = threadIdx.x; }
__global__ void halved(int *a, int n) BODY //~ ERROR race
__global__ void in_loop(int *a, int n) BODY //~ ERROR race
__global__ void recursive(int *a, int n) BODY //~ ERROR race
__global__ void second_call(int *a, int n) BODY //~ ERROR race
__global__ void replacing(int *a, int n) BODY //~ ERROR race
__global__ void replaced(int *a, int n) BODY //~ ERROR race

typedef void (*Kernel)(int *, int);
void halve(Kernel kernel, int *a, int n) { n = n / 2; kernel<<<1, 64>>>(a, n); }
void loop(Kernel kernel, int *a, int n) {
  for (int threads = 32; threads <= 128; threads *= 2) kernel<<<1, threads>>>(a, n);
}
void recurse(Kernel kernel, int *a, int n) {
  if (n > 8) recurse(kernel, a, n / 2);
  kernel<<<1, 64>>>(a, n);
}
void count(Kernel kernel, int *a, int n) {
  static int threads = 64;
  kernel<<<1, threads>>>(a, n);
  threads *= 2;
}
void replace(Kernel kernel, int *a, int n) {
  Kernel other = kernel;
  kernel = replacing;
  kernel<<<1, 64>>>(a, n / 2);
  other<<<1, 32>>>(a, n);
}
int main() {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  recurse(recursive, a, 64); halve(halved, a, 64);
  loop(in_loop, a, 64);
  count(second_call, a, 64);
  count(second_call, a, 64);
  replace(replaced, a, 64);
}
