//@ kernel: transpose@17 races=refuted
// After a change in place the sizes are other numbers, whatever handle leads to the tensor.
#include <torch/extension.h>

__global__ void transpose(const float *in, float *out, int64_t rows, int64_t columns) {
  int64_t c = threadIdx.x, r = blockIdx.x;
  if (c < columns) out[c * rows + r] = in[r * columns + c];  //~ ERROR race
}

void run(torch::Tensor in, torch::Tensor out) {
  auto alias = in;
  int64_t rows = in.size(0), columns = in.size(1);
  TORCH_CHECK(columns <= 1024);
  alias.resize_({columns, rows});
  const auto blocks = rows;
  // The first size is that of columns now.
  transpose<<<blocks, columns>>>(in.data_ptr<float>(), out.data_ptr<float>(), in.size(0), columns);
}
