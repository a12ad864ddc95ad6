//@ revisions: good bad
//@ verdict: races=proved
//[good]@ kernel: fill bounds=proved
//[good]@ kernel: fill_pinned bounds=proved
//[good]@ kernel: fill_managed bounds=proved
//[good]@ kernel: fill_later bounds=proved
//[bad]@ kernel: fill bounds=refuted
//[bad]@ kernel: fill_pinned bounds=refuted
//[bad]@ kernel: fill_managed bounds=refuted
//[bad]@ kernel: fill_later bounds=refuted
// Sizes of allocations by HIP's names are those of the arrays.
#include <hip/hip_runtime.h>

#define CHECK(call)                         \
  do {                                      \
    const hipError_t error = (call);        \
    if (error != hipSuccess) exit(1);       \
  } while (0)

__global__ void fill(int *a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i; //[bad]~ ERROR bounds
}

__global__ void fill_pinned(int *a) { a[threadIdx.x] = 1; } //[bad]~ ERROR bounds

__global__ void fill_managed(float *a) { a[threadIdx.x] = 1; } //[bad]~ ERROR bounds

__global__ void fill_later(double *a) { a[threadIdx.x] = 1; } //[bad]~ ERROR bounds

int main() {
#ifdef bad
  const int less = 1;
#else
  const int less = 0;
#endif
  const int n = 1000;
  int *device, *pinned, *mapped;
  float *managed;
  double *later;
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipMalloc(&device, (n - less) * sizeof(int)));
  CHECK(hipHostMalloc((void **)&pinned, (64 - less) * sizeof(int), hipHostMallocMapped));
  CHECK(hipHostGetDevicePointer((void **)&mapped, pinned, 0));
  CHECK(hipMallocManaged(&managed, (64 - less) * sizeof(float)));
  CHECK(hipMallocAsync(&later, (64 - less) * sizeof(double), stream));
  fill<<<4, 256>>>(device, n);
  CHECK(hipGetLastError());
  fill_pinned<<<1, 64>>>(mapped);
  fill_managed<<<1, 64>>>(managed);
  fill_later<<<1, 64, 0, stream>>>(later);
  CHECK(hipDeviceSynchronize());
  CHECK(hipFree(device));
  CHECK(hipHostFree(pinned));
  CHECK(hipFree(managed));
  CHECK(hipFreeAsync(later, stream));
}
