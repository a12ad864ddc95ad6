//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved assertions=proved
//[bad]@ kernel: filled assertions=refuted
//[bad]@ kernel: listed assertions=refuted
//[bad]@ kernel: marked races=refuted
//[bad]@ kernel: computed races=refuted
// Numbers of floating point, truth values and results of functions that compute.
#include <cassert>
__global__ void filled(const float *of) {
  assert(of[2] == 2); //[bad]~ ERROR assert
}
__global__ void listed(const double *of) {
  assert(of[0] == 0.5 && of[3] == 0); //[bad]~ ERROR assert
}
__global__ void marked(int *out, const bool *on) {
  if (on[threadIdx.x]) out[0] = threadIdx.x; //[bad]~ ERROR race
}
__global__ void computed(int *out, const int *to) {
  out[to[threadIdx.x]] = threadIdx.x; //[bad]~ ERROR race
}
#ifdef bad
static int square(int x) { return x * x % 4; }
#else
static int square(int x) { return x * x; }
#endif
int main() {
  float h[4], *to;
  double half[4] = {0.5, 1}, *of;
  bool flags[4] = {false, true}, *on;
  int squares[4], *device, *out;
  for (int i = 0; i < 4; i++) h[i] = i;
  for (int i = 0; i < 4; i++) squares[i] = square(i);
#ifdef bad
  h[2] = 3;
  half[3] = 0.25;
  flags[3] = true;
#endif
  cudaMalloc(&out, 16 * sizeof(int));
  cudaMalloc(&to, sizeof h);
  cudaMalloc(&of, sizeof half);
  cudaMalloc(&on, sizeof flags);
  cudaMalloc(&device, sizeof squares);
  cudaMemcpy(to, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(of, half, sizeof half, cudaMemcpyHostToDevice);
  cudaMemcpy(on, flags, sizeof flags, cudaMemcpyHostToDevice);
  cudaMemcpy(device, squares, sizeof squares, cudaMemcpyHostToDevice);
  filled<<<1, 4>>>(to);
  listed<<<1, 1>>>(of);
  marked<<<1, 4>>>(out, on);
  computed<<<1, 4>>>(out, device);
}
