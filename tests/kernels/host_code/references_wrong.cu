//@ verdict: bounds=refuted
// Numbers that functions assign through references, and that may be others at the launch.
__global__ void fill(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds

static void both(int &a, int &b) {
  a = 64;
  b = 65;
}
void same_variable() {
  int *a, n = 1;
  cudaMalloc(&a, 64 * sizeof(int));
  both(n, n);
  fill<<<1, n>>>(a);
}
__global__ void fill_read(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void change(const int &from, int &to) {
  to = 65;
  if (from == 64) to = 64;
}
void read_and_changed() {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  change(n, n);
  fill_read<<<1, n>>>(a);
}
struct Sides { int left, right; };
static void change_part(Sides &sides, int &left) {
  sides.left = 64;
  left = 65;
}
__global__ void fill_part(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void part_and_whole() {
  int *a;
  Sides sides = {1, 1};
  cudaMalloc(&a, 64 * sizeof(int));
  change_part(sides, sides.left);
  fill_part<<<1, sides.left>>>(a);
}
union Either { int a, b; };
__global__ void fill_union(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void parts_of_union() {
  int *a;
  Either e;
  cudaMalloc(&a, 64 * sizeof(int));
  both(e.a, e.b);
  fill_union<<<1, e.a>>>(a);
}

// Assigned on one path only, and twice.
static void sometimes(bool b, int &n) {
  if (b) n = 64;
}
__global__ void fill_sometimes(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void one_path(bool b) {
  int *a, n = 65;
  cudaMalloc(&a, 64 * sizeof(int));
  sometimes(b, n);
  fill_sometimes<<<1, n>>>(a);
}
static void early(bool b, int &n) {
  n = 65;
  if (b) return;
  n = 64;
}
__global__ void fill_early(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void early_return(bool b) {
  int *a, n;
  cudaMalloc(&a, 64 * sizeof(int));
  early(b, n);
  fill_early<<<1, n>>>(a);
}
static void grow(int times, int &n) {
  n = 64;
  for (int i = 0; i < times; i++) n++;
}
__global__ void fill_loop(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void in_loop(int times) {
  int *a, n;
  cudaMalloc(&a, 64 * sizeof(int));
  grow(times, n);
  fill_loop<<<1, n>>>(a);
}
static void grow_by(int times, int &n) {
  if (times > 0) {
    n++;
    grow_by(times - 1, n);
  }
}
__global__ void fill_recursion(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void recursion(int times) {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  grow_by(times, n);
  fill_recursion<<<1, n>>>(a);
}

// The reference is kept, or other code knows the variable.
static int *kept;
static void keep(int &n) {
  n = 64;
  kept = &n;
}
static void change_kept() { *kept = 65; }
__global__ void fill_kept(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void reference_is_kept() {
  int *a, n;
  cudaMalloc(&a, 64 * sizeof(int));
  keep(n);
  change_kept();
  fill_kept<<<1, n>>>(a);
}
int global;
static void set_other(int &n) {
  n = 64;
  global = 65;
}
__global__ void fill_global(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void global_is_given() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  set_other(global);
  fill_global<<<1, global>>>(a);
}
static void set(int &n) { n = 64; }
template <class F> static void set_and_call(int &n, F f, int &seen) {
  n = 65;
  seen = f();
}
__global__ void fill_lambda(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void read_by_lambda() {
  int *a, n = 64, seen;
  cudaMalloc(&a, 64 * sizeof(int));
  auto f = [&] { return n; };
  set_and_call(n, f, seen);
  fill_lambda<<<1, seen>>>(a);
}
__global__ void fill_assembler(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_by_assembler(int &n) {
  n = 64;
  asm("movl $65, %0" : "=r"(n));
}
void assembler() {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  set_by_assembler(n);
  fill_assembler<<<1, n>>>(a);
}

// Behind the call, in an order that is open, and through a conversion.
__global__ void fill_again(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void assigned_again(int m) {
  int *a, n;
  cudaMalloc(&a, 64 * sizeof(int));
  set(n);
  n += m > 0;
  fill_again<<<1, n>>>(a);
}
static int set_and_get(int &n) {
  n = 65;
  return 0;
}
__global__ void fill_order(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void open_order() {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  fill_order<<<1, n + set_and_get(n)>>>(a);
}
__global__ void fill_condition(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void in_condition(bool b) {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  if (b && set_and_get(n) == 0) n = n;
  fill_condition<<<1, n>>>(a);
}
__global__ void fill_cast(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
static void set_wide(unsigned &n) { n = 65; }
void converted() {
  int *a, n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  set_wide((unsigned &)n);
  fill_cast<<<1, n>>>(a);
}
__global__ void fill_other(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void second_name() {
  int *a, n = 64;
  int &other = n;
  cudaMalloc(&a, 64 * sizeof(int));
  set_wide((unsigned &)other);
  fill_other<<<1, n>>>(a);
}
// Two references that may be to one variable.
__global__ void fill_either(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
void not_known(int &n, int &m) {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  n = 64;
  m = 65;
  fill_either<<<1, n>>>(a);
}
