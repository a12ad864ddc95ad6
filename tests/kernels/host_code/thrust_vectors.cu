//@ revisions: own shared
//[own]@ kernel: means races=proved
//[shared]@ kernel: means races=refuted
// A launch that is given pointers of Thrust's vectors is read: one block, and vectors do not overlap.
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>
__global__ void means(float *mean, const float *sum, const int *count) {
  int c = threadIdx.x;
#ifdef shared
  mean[0] = sum[c] / max(1, count[c]); //[shared]~ ERROR race
#else
  mean[c] = sum[c] / max(1, count[c]);
#endif
}
int main() {
  int k = 5;
  thrust::host_vector<float> values(1000);
  thrust::device_vector<float> mean(values.begin(), values.begin() + k), sum(k);
  thrust::device_vector<int> count(k, 1);
  thrust::fill(sum.begin(), sum.end(), 0);
  means<<<1, k>>>(thrust::raw_pointer_cast(mean.data()), thrust::raw_pointer_cast(sum.data()), thrust::raw_pointer_cast(&count[0]));
  float total = thrust::reduce(mean.begin(), mean.end());
  return total < 0;
}
