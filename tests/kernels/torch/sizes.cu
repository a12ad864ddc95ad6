//@ kernel: copy@19 bounds=!refuted races=proved
//@ kernel: transpose@20 races=proved
//@ kernel: transpose@22 races=refuted
// A size is one number for a tensor, and not negative; a changed shape has others.
#include <torch/extension.h>

__global__ void copy(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void transpose(const float *in, float *out, int64_t rows, int64_t columns) {
  int64_t c = threadIdx.x, r = blockIdx.x;
  if (c < columns) out[c * rows + r] = in[r * columns + c];  //~ ERROR race
}

void run(const torch::Tensor &in, torch::Tensor other) {
  TORCH_CHECK(in.dim() == 2 && in.size(1) <= 1024);
  auto out = torch::zeros({in.size(1), in.size(0)}, in.options());
  copy<<<(in.numel() + 255) / 256, 256>>>(in.data_ptr<float>(), out.data_ptr<float>(), in.numel());
  transpose<<<in.size(0), in.size(1)>>>(in.data_ptr<float>(), out.data_ptr<float>(), out.size(1), in.size(1));
  // The rows are those of another tensor.
  transpose<<<in.size(0), in.size(1)>>>(in.data_ptr<float>(), out.data_ptr<float>(), other.size(0), in.size(1));
}
