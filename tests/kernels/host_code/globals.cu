// Globals of host code that only ever hold one constant where the launch reads them: written with the value that they have, or by a function that was
// called before. The steps would be 0, and all threads write one element, otherwise.
//@ verdict: races=proved

static int unchanged = 4;
static int set_before;
static int in_all_ways = 4;
static unsigned by_way_of;

static void set() { set_before = 16; }

static void set_deeper() {
  for (int i = 0; i < 3; i++) by_way_of = 8;
  by_way_of = 8;
}

static void set_all() {
  set();
  set_deeper();
}

__global__ void steps(int *a, int step) { a[(blockIdx.x * blockDim.x + threadIdx.x) * step] = 1; }

__global__ void of_both(int *a, int step, unsigned other) {
  a[(blockIdx.x * blockDim.x + threadIdx.x) * (step + other - 16)] = 1;
}

void run(int *a, bool again) {
  steps<<<2, 64>>>(a, unchanged);
  if (again) in_all_ways = 4;
  steps<<<2, 64>>>(a, in_all_ways);
  set_all();
  of_both<<<2, 64>>>(a, set_before, by_way_of);
}
