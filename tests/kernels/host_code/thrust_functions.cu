//@ verdict: races=proved
// Function objects of Thrust without a type, beside a launch.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
__global__ void square(float *x) { x[threadIdx.x] *= x[threadIdx.x]; }
int main() {
  thrust::device_vector<float> x(64, 2.0f);
  square<<<1, 64>>>(x.data().get());
  float sum = thrust::reduce(x.begin(), x.end(), 0.0f, thrust::plus<>());
  float most = thrust::reduce(x.begin(), x.end(), 0.0f, thrust::maximum<float>());
  return sum < most;
}
