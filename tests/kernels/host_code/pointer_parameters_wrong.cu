//@ verdict: bounds=refuted
// Variables that functions are given by address, and that may have other values at the launch.
__global__ void fill(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void both(int *a, int *b) {
  *a = 64;
  *b = 65;
}
void same_variable() {
  int *a, n = 1;
  cudaMalloc(&a, 64 * sizeof(int));
  both(&n, &n);
  fill<<<1, n>>>(a);
}
__global__ void fill_kept(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static int *kept;
static void keep(int *n) {
  *n = 64;
  kept = n;
}
static void change_kept() { *kept = 65; }
void pointer_is_kept() {
  int *a, n;
  cudaMalloc(&a, 64 * sizeof(int));
  keep(&n);
  change_kept();
  fill_kept<<<1, n>>>(a);
}
__global__ void fill_moved(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_second(int *n) {
  n++;
  *n = 65;
}
struct Sides { int left, right; };
void moved() {
  int *a;
  Sides sides = {64, 64};
  cudaMalloc(&a, 64 * sizeof(int));
  set_second(&sides.left);
  fill_moved<<<1, sides.right>>>(a);
}
__global__ void fill_element(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_element(int *n, int i) { n[i] = 65; }
void by_index() {
  int *a;
  Sides sides = {64, 64};
  cudaMalloc(&a, 64 * sizeof(int));
  set_element(&sides.left, 1);
  fill_element<<<1, sides.right>>>(a);
}
__global__ void fill_two(int *a, int n) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_pointer(int *n) { *n = 65; }
void by_other_pointer() {
  int *a, n = 64, m = 64, *p = &m;
  cudaMalloc(&a, 64 * sizeof(int));
  set_pointer(&n);
  set_pointer(p);
  fill_two<<<1, m>>>(a, n);
}
__global__ void fill_function(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_by_function(int *n) { *n = 65; }
void by_function_pointer() {
  int *a, n = 64, m;
  cudaMalloc(&a, 64 * sizeof(int));
  void (*f)(int *) = set_by_function;
  f(&n);
  set_by_function(&m);
  fill_function<<<1, n>>>(a);
}
__global__ void fill_smaller(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void alloc(int **p, int n) { cudaMalloc(p, n * sizeof(int)); }
static void again(int **p) { alloc(p, 63); }
void smaller() {
  int *a;
  alloc(&a, 64);
  again(&a);
  fill_smaller<<<1, 64>>>(a);
}
__global__ void fill_lambda(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_by_lambda(int *n) {
  *n = 64;
  auto f = [=] { *n = 65; };
  f();
}
void by_lambda() {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  set_by_lambda(&n);
  fill_lambda<<<1, n>>>(a);
}
