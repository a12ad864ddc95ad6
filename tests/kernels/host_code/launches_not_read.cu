//@ verdict: races=proved
//@ kernel: by_pointer@25 races=refuted
//@ kernel: by_harness@31 races=refuted
//@ kernel: in_table@any races=refuted
//@ kernel: in_initialiser@any races=refuted
//@ kernel: in_lost_statement@any races=refuted
//@ kernel: in_used_macro@any races=refuted
//@ kernel: given_to_own@67 races=refuted
//@ kernel: in_argument@73 races=refuted
// Launches that are not read: beside those that are, every launch is checked. Those of functions that are given the kernel are read.
#define BODY { a[threadIdx.x % n] = blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void by_pointer(int *a, int n) BODY //~ ERROR race
__global__ void by_harness(int *a, int n) BODY //~ ERROR race
__global__ void in_table(int *a, int n) BODY //~ ERROR race
__global__ void in_initialiser(int *a, int n) BODY //~ ERROR race
__global__ void in_lost_statement(int *a, int n) BODY //~ ERROR race
__global__ void in_used_macro(int *a, int n) BODY //~ ERROR race
__global__ void given_to_own(int *a, int n) BODY //~ ERROR race
__global__ void in_argument(int *a, int n) BODY //~ ERROR race
__global__ void asked_about(int *a, int n) BODY

void pointer(int *a) {
  by_pointer<<<1, 64>>>(a, 64);
  void (*f)(int *, int) = by_pointer;
  f<<<1, 64>>>(a, 8);
}

template <class F> void time_it(F f, int *a) { f<<<1, 64>>>(a, 8); }
void harness(int *a) {
  by_harness<<<1, 64>>>(a, 64);
  time_it(by_harness, a);
}

void (*const table[])(int *, int) = {in_table};
void from_table(int *a) {
  in_table<<<1, 64>>>(a, 64);
  table[0]<<<1, 64>>>(a, 8);
}

int *somewhere;
int started = (in_initialiser<<<1, 64>>>(somewhere, 8), 1);
void initialiser(int *a) { in_initialiser<<<1, 64>>>(a, 64); }

void lost_statement(int *a) {
  in_lost_statement<<<1, 64>>>(a, 64);
  std::not_in_the_prelude t([&] { in_lost_statement<<<1, 64>>>(a, 8); });
}

#define LAUNCH(n) in_used_macro<<<1, 64>>>(a, n)
void by_macro(int *a) { LAUNCH(64); std::not_in_the_prelude t([&] { LAUNCH(8); }); }

// What only asks about a kernel launches none, and other things may bear its name.
struct Other { int asked_about; };
void asks(int *a) {
  int blocks, size;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &size, asked_about, 0, 0);
  cudaFuncSetAttribute(asked_about, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  Other other = {64};
  other.asked_about = 64; // asked_about
  asked_about<<<1, 64>>>(a, 64);
}

// A function of the file does what it likes, whatever its name.
struct Runtime { static void cudaFuncSetCacheConfig(void (*f)(int *, int), int *a) { f<<<1, 64>>>(a, 8); } };
void by_own_function(int *a) {
  given_to_own<<<1, 64>>>(a, 64);
  Runtime::cudaFuncSetCacheConfig(given_to_own, a);
}

int launched(void (*f)(int *, int)) { f<<<1, 64>>>(somewhere, 8); return 1; }
void by_argument(int *a) {
  in_argument<<<1, 64>>>(a, 64);
  cudaFuncSetAttribute(asked_about, cudaFuncAttributeMaxDynamicSharedMemorySize, launched(in_argument));
}
