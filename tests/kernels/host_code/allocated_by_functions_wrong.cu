//@ unchecked: of_one of_two of_cached of_again of_recursive of_reference of_freed
//@ kernel: fill bounds=refuted
//@ kernel: fill_moved bounds=refuted
// Functions that return pointers to buffers that are smaller, or of which the size is not known at the launch.
#include <cstdlib>
__global__ void fill(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static int *create(int n) {
  int *p;
  cudaMalloc(&p, n * sizeof(int) - 1);
  return p;
}
void smaller() {
  int *a = create(64);
  fill<<<1, 64>>>(a);
}
static int *one_of(bool b) {
  int *p;
  if (b) {
    cudaMalloc(&p, 63 * sizeof(int));
    return p;
  }
  cudaMalloc(&p, 64 * sizeof(int));
  return p;
}
__global__ void fill_one(int *of_one) { of_one[threadIdx.x] = 1; }
void one_path(bool b) {
  int *a = one_of(b);
  fill_one<<<1, 64>>>(a);
}
static void two(int *&p, int *&q) {
  cudaMalloc(&q, 63 * sizeof(int));
  cudaMalloc(&p, 64 * sizeof(int));
  q = p;
  cudaMalloc(&p, 63 * sizeof(int));
}
__global__ void fill_two(int *of_two) { of_two[threadIdx.x] = 1; }
void same_variable() {
  int *a;
  two(a, a);
  fill_two<<<1, 64>>>(a);
}
static int *first;
static int *cached() {
  static int size = 63;
  if (!first) cudaMalloc(&first, size * sizeof(int));
  size = 64;
  return first;
}
__global__ void fill_cached(int *of_cached) { of_cached[threadIdx.x] = 1; }
void second_call() {
  int *a = cached();
  fill_cached<<<1, 64>>>(a);
}
static int *moved() {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  return p + 1;
}
__global__ void fill_moved(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void behind_start() {
  int *a = moved();
  fill_moved<<<1, 64>>>(a);
}
static void alloc(int *&p, int n) {
  cudaMalloc(&p, n * sizeof(int));
  if (n > 100) cudaMalloc(&p, 63 * sizeof(int));
}
__global__ void fill_again(int *of_again) { of_again[threadIdx.x] = 1; }
void allocated_again(int n) {
  if (n < 64) return;
  int *a;
  alloc(a, n);
  fill_again<<<1, 64>>>(a);
}
static int *recursive(int n) {
  if (n < 64) return recursive(n + 1);
  int *p;
  cudaMalloc(&p, (n - 1) * sizeof(int));
  return p;
}
__global__ void fill_recursive(int *of_recursive) { of_recursive[threadIdx.x] = 1; }
void recursion(int n) {
  int *a = recursive(n);
  fill_recursive<<<1, 64>>>(a);
}
static int *&reference(int *&p) {
  cudaMalloc(&p, 64 * sizeof(int));
  return p;
}
__global__ void fill_reference(int *of_reference) { of_reference[threadIdx.x] = 1; }
void returned_reference() {
  int *a;
  int *&other = reference(a);
  cudaMalloc(&other, 63 * sizeof(int));
  fill_reference<<<1, 64>>>(a);
}
static int *freed(int **kept) {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  *kept = p;
  return p;
}
__global__ void fill_freed(int *of_freed) { of_freed[threadIdx.x] = 1; }
void freed_behind(int **kept) {
  int *a = freed(kept);
  cudaFree(*kept);
  cudaMalloc(kept, 63 * sizeof(int));
  a = *kept;
  fill_freed<<<1, 64>>>(a);
}
