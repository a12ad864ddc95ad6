// Globals of host code that may still hold 0 where the launch reads them, or hold it again.
//@ kernel: never_set@54 races=refuted
//@ kernel: set_too_late@55 races=refuted
//@ kernel: set_sometimes@58 races=refuted
//@ kernel: set_behind_return@60 races=refuted
//@ kernel: set_back@61 races=refuted
//@ kernel: by_address@63 races=refuted
//@ kernel: by_reference@65 races=refuted
//@ kernel: in_lambda@66 races=refuted
//@ kernel: of_others@67 races=refuted
//@ kernel: other_first@68 races=refuted

static int zero, late, sometimes, behind, back = 4, addressed, referred, captured;
int global;
static int other;

static void set_late() { late = 16; }
static void set_sometimes_only(bool now) {
  if (now) sometimes = 16;
}
static void set_behind(bool now) {
  if (!now) return;
  behind = 16;
}
static void set_back_again() { back = 0; }
static void by_pointer(int *p) { *p = 0; }
void also_by_others() { global = 4; }
static int set_other() {
  other = 4;
  return 1;
}

__global__ void never_set(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void set_too_late(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void set_sometimes(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void set_behind_return(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void set_back(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void by_address(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void by_reference(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void in_lambda(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void of_others(int *a, int step) { a[threadIdx.x * step] = 1; } //~ ERROR race

__global__ void other_first(int *a, int step, int) { a[threadIdx.x * step] = 1; } //~ ERROR race

void run(int *a, bool now) {
  never_set<<<1, 64>>>(a, zero);
  set_too_late<<<1, 64>>>(a, late);
  set_late();
  set_sometimes_only(now);
  set_sometimes<<<1, 64>>>(a, sometimes);
  set_behind(now);
  set_behind_return<<<1, 64>>>(a, behind);
  set_back<<<1, 64>>>(a, back);
  by_pointer(&addressed), addressed = 4;
  by_address<<<1, 64>>>(a, addressed);
  int &r = referred; referred = 4; r = 0;
  by_reference<<<1, 64>>>(a, referred);
  captured = 4; [&] { captured = 0; }(); in_lambda<<<1, 64>>>(a, captured);
  of_others<<<1, 64>>>(a, global);
  other_first<<<1, 64>>>(a, other, set_other());
}

void back_again() { set_back_again(); }
