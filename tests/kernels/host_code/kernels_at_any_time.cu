//@ revisions: good stream listed
//[stream,listed]@ kernel: scatter races=refuted
//[good]@ kernel: scatter races=proved
// A kernel on another stream may run behind what the host does next, and one that is not known may leave an address
// for kernels behind it.
__device__ int *left;
__global__ void leave(int *p) { left = p; } //[listed]~ ERROR race
__global__ void change() { left[0] = 1; }
__global__ void scatter(int *out, const int *to) { out[to[0] == 0 ? threadIdx.x : 0] = threadIdx.x; } //[stream,listed]~ ERROR race
int main() {
  int *to, *out;
  cudaMalloc(&to, sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
#if defined(good)
  leave<<<1, 1>>>(to);
  change<<<1, 1>>>();
  cudaMemset(to, 0, sizeof(int));
#elif defined(stream)
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  leave<<<1, 1>>>(to);
  cudaDeviceSynchronize();
  change<<<1, 1, 0, s>>>();
  cudaMemset(to, 0, sizeof(int));
#elif defined(listed)
  void (*table[1])(int *) = {leave};
  void *arguments[] = {&to};
  cudaLaunchKernel((const void *)table[0], dim3(1), dim3(1), arguments, 0, 0);
  cudaMemset(to, 0, sizeof(int));
  change<<<1, 1>>>();
#endif
  scatter<<<1, 64>>>(out, to);
}
