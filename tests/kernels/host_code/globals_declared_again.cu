// Globals of host code that functions declare again and assign: the first value is not the only one.
//@ kernel: in_function races=refuted
//@ kernel: in_lambda races=refuted

int step = 1, other_step = 1;

__global__ void in_function(int *a, int step) { a[threadIdx.x * (step & 1)] = threadIdx.x; } //~ ERROR race
__global__ void in_lambda(int *a, int step) { a[threadIdx.x * (step & 1)] = threadIdx.x; } //~ ERROR race

static void clear() {
  extern int step;
  step = 0;
}

int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  clear();
  in_function<<<1, 64>>>(a, step);
  [] { extern int other_step; other_step = 0; }();
  in_lambda<<<1, 64>>>(a, other_step);
}
