//@ verdict: races=refuted
// One tensor twice: by a function of the file, and by a function of the library.
#include <torch/extension.h>

__global__ void reverse(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[n - 1 - i];  //~ ERROR race
}

static void given(torch::Tensor a, torch::Tensor b) {
  reverse<<<(a.numel() + 255) / 256, 256>>>(a.data_ptr<float>(), b.data_ptr<float>(), (int)a.numel());
}
void twice(torch::Tensor x) { given(x, x); }
void of_the_library(torch::Tensor x, int n) {
  auto y = torch::transpose(x, 0, 1);
  reverse<<<(n + 255) / 256, 256>>>(y.data_ptr<float>(), x.data_ptr<float>(), n);
}
