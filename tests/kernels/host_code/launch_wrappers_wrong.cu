//@ verdict: races=refuted
//@ kernel: two_blocks@41 races=proved
//@ kernel: two_blocks@42 races=refuted
//@ kernel: kept@43 races=proved
//@ kernel: handed_on@45 races=proved
//@ kernel: held@49 races=proved
//@ kernel: held@any races=refuted
//@ kernel: captured@any races=refuted
//@ kernel: reassigned@any races=refuted
// What else a function does with a kernel is not seen, so the kernel is checked for every launch; and the calls that are read are launches.
__global__ void two_blocks(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void kept(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race
__global__ void in_lambda(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race
__global__ void handed_on(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race
__global__ void held(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race
__global__ void captured(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race
__global__ void reassigned(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race
__global__ void chosen(int *a) { a[threadIdx.x / 2] = threadIdx.x; } //~ ERROR race

typedef void (*Kernel)(int *);
Kernel last;
void elsewhere(Kernel kernel, int *a);

void run(Kernel kernel, int blocks, int threads, int *a) { kernel<<<blocks, threads>>>(a); }
void keep(Kernel kernel, int threads, int *a) {
  last = kernel;
  kernel<<<1, threads>>>(a);
}
void later(Kernel kernel, int *a) {
  kernel<<<1, 32>>>(a);
  auto launch = [=](int threads) { kernel<<<1, threads>>>(a); };
  launch(64);
}
void give(Kernel kernel, int *a) {
  kernel<<<1, 1>>>(a);
  elsewhere(kernel, a);
}
int main(int argc, char **) {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  run(two_blocks, 1, 64, a);
  run(two_blocks, 2, 64, a);
  keep(kept, 1, a);
  later(in_lambda, a);
  give(handed_on, a);
  run(argc > 1 ? chosen : kept, 1, 1, a);
  last<<<1, 64>>>(a);
  Kernel first = held;
  first<<<1, 1>>>(a);
  last = first;
  Kernel second = captured;
  auto launch = [&](int threads) { second<<<1, threads>>>(a); };
  launch(64);
  Kernel third = reassigned;
  if (argc > 1) third = kept;
  third<<<1, 64>>>(a);
}
