//@ verdict: races=proved bounds=refuted
// The twins of `ranges_and_members.cu`: other elements, the member that the branch assigns, other calls.
#include <cstdlib>
#include <vector>
struct Options { int n = 1024, block = 256; };
__global__ void fill(int *a) {
  __shared__ int s[256];
  s[threadIdx.x] = 0; //~ ERROR bounds
  if (blockIdx.x == 0) a[threadIdx.x] = s[threadIdx.x]; //~ ERROR bounds
}
void changed_in_the_loop(const std::vector<int> &sizes) {
  int *a;
  cudaMalloc(&a, 2048 * sizeof(int));
  int last = 1;
  for (int b : sizes) {
    if (last > 0 && last <= 1024) fill<<<4, last>>>(a);
    last = b;
  }
}
void guarded_too_late(const std::vector<int> &sizes) {
  int *a;
  cudaMalloc(&a, 2048 * sizeof(int));
  for (int b : sizes) {
    fill<<<4, b>>>(a);
    if (b < 1 || b > 256) continue;
  }
}
void by_reference(std::vector<int> &sizes) {
  int *a;
  cudaMalloc(&a, 2048 * sizeof(int));
  for (int &b : sizes) {
    if (b < 1 || b > 256) continue;
    b = 1024;
    fill<<<4, b>>>(a);
  }
}
void called_twice(int *a, int block) { fill<<<4, block>>>(a); }
void called_by_address(int *a, int block) { fill<<<4, block>>>(a); }
void later(void (*)(int *, int));
int main(int argc, char **argv) {
  Options o;
  if (argc > 1) o.block = atoi(argv[1]);
  int *a;
  cudaMalloc(&a, 2048 * sizeof(int));
  if (o.block > 0) fill<<<4, o.block>>>(a);
  called_twice(a, 512);
  called_by_address(a, 64);
  later(called_by_address);
}
