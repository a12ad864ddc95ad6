# A kernel for PyTorch: the launch in the source is a fact of the kernel, and the function is exported by its name.
import torch
from torch.utils.cpp_extension import load_inline

CUDA = """
//@ revisions: good bad
//@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
__global__ void add(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
  if (i < n) out[i / 2] = a[i] + b[i]; //[bad]~ ERROR race
#else
  if (i < n) out[i] = a[i] + b[i];
#endif
}

torch::Tensor added(torch::Tensor a, torch::Tensor b) {
  auto out = torch::empty_like(a);
  const int n = a.numel();
  add<<<(n + 255) / 256, 256>>>(a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), n);
  return out;
}
"""

CPP = "torch::Tensor added(torch::Tensor a, torch::Tensor b);"

module = load_inline(name="sums", cpp_sources=CPP, cuda_sources=[CUDA], functions=["added"], verbose=False)


def added(a, b):
    return module.added(a.contiguous(), b.contiguous())
