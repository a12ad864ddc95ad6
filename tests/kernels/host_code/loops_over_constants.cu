//@ kernel: k races=proved
//@ kernel: by_reference races=refuted
//@ kernel: of_changed races=refuted
//@ kernel: assigned races=refuted
//@ kernel: of_bytes races=refuted
//@ kernel: of_objects races=refuted
// Loops over lists and arrays of numbers. More than 64 threads conflict.
__device__ int a[64];
__global__ void k() { a[threadIdx.x % 64] = threadIdx.x; }
__global__ void by_reference() { a[threadIdx.x % 64] = threadIdx.x; } //~ ERROR race
__global__ void of_changed() { a[threadIdx.x % 64] = threadIdx.x; } //~ ERROR race
__global__ void assigned() { a[threadIdx.x % 64] = threadIdx.x; } //~ ERROR race
__global__ void of_bytes() { a[threadIdx.x % 64] = threadIdx.x; } //~ ERROR race
__global__ void of_objects() { a[threadIdx.x % 64] = threadIdx.x; } //~ ERROR race
struct Twice {
  int n;
  Twice(int n) : n(2 * n) {}
  operator int() const { return n; }
};
void run(int n) {
  for (int block : {16, 32, 64}) k<<<1, block>>>();
  int sizes[] = {8, 24, 64};
  for (const int block : sizes) {
    if (block == n) continue;
    k<<<1, block>>>();
  }
  const long lengths[3] = {1, 2};
  for (auto length : lengths) k<<<1, 64 >> length>>>();
  int changed[] = {8, 16};
  for (int &block : changed) {
    block = 128;
    by_reference<<<1, block>>>();
  }
  for (int block : changed) of_changed<<<1, block>>>();
  for (int block : {16, 32}) {
    block *= 4;
    assigned<<<1, block>>>();
  }
  for (unsigned char block : {16, 511}) of_bytes<<<1, block>>>();
  Twice objects[] = {32, 64};
  for (int block : objects) of_objects<<<1, block>>>();
}
