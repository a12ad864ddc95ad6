//@ revisions: good bad
//[good]@ kernel: scatter races=proved bounds=proved
//[bad]@ kernel: scatter races=!proved
// Buffers in members of one structure, some of which are not set yet: a kernel that is given one stores to that one.
#include <cstdlib>
struct Buffers {
  int *host, *to, *other;
};
__global__ void use(int *p) { p[threadIdx.x] = 1; }
__global__ void scatter(int *out, const int *to) { out[to[threadIdx.x]] = threadIdx.x; }
int main() {
  Buffers b;
  int *out;
  b.host = (int *)malloc(16);
  for (int i = 0; i < 4; i++) b.host[i] = i;
  cudaMalloc(&b.to, 16);
  cudaMalloc(&b.other, 16);
  cudaMalloc(&out, 16);
  cudaMemcpy(b.to, b.host, 16, cudaMemcpyHostToDevice);
#ifdef bad
  use<<<1, 4>>>(b.to);
#else
  use<<<1, 4>>>(b.other);
#endif
  scatter<<<1, 4>>>(out, b.to);
}
