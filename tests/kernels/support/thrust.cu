//@ verdict: races=proved
//@ unchecked: a
// Without the headers of Thrust, nothing is known of a launch with its containers: the kernel is checked for every launch.
#include <thrust/device_vector.h>
#include <thrust/sort.h>
__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
int main() {
  thrust::device_vector<int> v(1000);
  thrust::sort(v.begin(), v.end());
  twice<<<4, 256>>>(thrust::raw_pointer_cast(v.data()), v.size());
}
