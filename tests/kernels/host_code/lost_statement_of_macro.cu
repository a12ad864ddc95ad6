//@ kernel: kept races=proved
//@ kernel: by_macro races=refuted
// The compiler leaves out statements with macros: what those may name is unknown, what other macros name is not.
#define UNUSED(block) block = 512
#define SET(to) SET_BLOCK(to)
#define SET_BLOCK(to) size = to
__device__ int a[8 * 256];
__global__ void kept() { a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; }
__global__ void by_macro() { a[(blockIdx.x * 256 + threadIdx.x) % 2048] = blockIdx.x; } //~ ERROR race
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
