//@ verdict: races=proved bounds=proved
// Elements of ranges, members that one branch assigns, values of conditional operands, functions that only this program calls.
#include <cstdlib>
#include <vector>
struct Options { int n = 1024, block = 256; };
__global__ void fill(int *a) {
  __shared__ int s[256];
  s[threadIdx.x] = 0;
  if (blockIdx.x == 0) a[threadIdx.x] = s[threadIdx.x];
}
static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
void of_list() {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  const int sizes[] = {64, 128, 512};
  for (int b : sizes) {
    if (b < 1 || b > 256) continue;
    fill<<<4, b>>>(a);
  }
}
void of_vector(const std::vector<int> &sizes) {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  for (int b : sizes)
    if (0 < b && b <= 256) fill<<<4, b>>>(a);
}
void clamped(char **argv) {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  int b = atoi(argv[1]);
  fill<<<4, clamp(b, 1, 256)>>>(a);
}
void called_once(int *a, int block) { fill<<<4, block>>>(a); }
namespace {
void of_this_file(int *a, int block) { fill<<<4, block>>>(a); }
}
int main(int argc, char **argv) {
  Options o;
  if (argc > 1) o.n = atoi(argv[1]);
  dim3 block(o.block);
  if (argc > 2) block.y = 1;
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  fill<<<4, block>>>(a);
  called_once(a, o.block);
  of_this_file(a, 128);
}
