//@ kernel: shift@21 races=refuted
//@ kernel: shift@22 races=proved
//@ kernel: shift@24 races=refuted
//@ kernel: shift@27 races=refuted
//@ kernel: shift@29(from,to) races=refuted
//@ kernel: shift@29 races=proved
//@ kernel: shift@30 races=proved
// Tensors with the same elements share a buffer: a copy of the handle, a view, and what `contiguous` may give.
#include <torch/extension.h>

__global__ void shift(const float *from, float *to, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1];  //~ ERROR race
}

void run(torch::Tensor in) {
  int n = in.numel();
  int blocks = (n + 255) / 256;
  auto out = torch::empty_like(in);
  // In place.
  shift<<<blocks, 256>>>(in.data_ptr<float>(), in.data_ptr<float>(), n);
  shift<<<blocks, 256>>>(in.data_ptr<float>(), out.data_ptr<float>(), n);
  at::Tensor alias = in;
  shift<<<blocks, 256>>>(in.data_ptr<float>(), alias.data_ptr<float>(), n);

  auto flat = in.view({-1});
  shift<<<blocks, 256>>>(flat.data_ptr<float>(), in.data_ptr<float>(), n);
  auto whole = in.contiguous();
  shift<<<blocks, 256>>>(whole.data_ptr<float>(), in.data_ptr<float>(), n);
  shift<<<blocks, 256>>>(whole.data_ptr<float>(), out.data_ptr<float>(), n);
}
