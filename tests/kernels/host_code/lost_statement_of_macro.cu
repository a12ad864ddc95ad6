//@ kernel: kept races=proved
//@ kernel: by_macro races=refuted
//@ kernel: by_pasting races=refuted
// The compiler leaves out statements with macros: what those may name is unknown, what other macros name is not.
#define UNUSED(block) block = 512
#define SET(to) SET_BLOCK(to)
#define SET_BLOCK(to) size = to
#define NUMBERED(n, to) size_##n = to
__device__ int a[8 * 256];
__global__ void kept() { a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; }
__global__ void by_macro() { a[(blockIdx.x * 256 + threadIdx.x) % 2048] = blockIdx.x; } //~ ERROR race
__global__ void by_pasting() { a[(blockIdx.x * 256 + threadIdx.x) % 2048] = blockIdx.x; } //~ ERROR race
void keep() {
  int block = 256;
  not_declared(3);
  kept<<<8, block>>>();
}
void change() {
  int size = 256;
  not_declared(SET(512));
  by_macro<<<8, size>>>();
}
void paste() {
  int size_1 = 256;
  not_declared(NUMBERED(1, 512));
  by_pasting<<<8, size_1>>>();
}
