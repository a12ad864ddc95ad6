//@ revisions: like listed copied transposed cloned channels
//[like,listed,copied]@ kernel: twice races=proved
//[transposed,cloned,channels]@ kernel: twice races=refuted
// Strides of accessors: of new tensors they are those of row-major order, behind `transpose` and in
// another format of memory they may be any.
#include <torch/extension.h>
template <int N> using Floats = torch::PackedTensorAccessor32<float, N, torch::RestrictPtrTraits>;
__global__ void twice(const Floats<2> a, Floats<2> b) {
  const int row = blockIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < b.size(1)) b[row][column] = 2 * a[row][column]; //[transposed,cloned,channels]~ ERROR race
}
void run(torch::Tensor a) {
#if defined(listed)
  auto b = torch::empty({a.size(0), a.size(1)}, a.options());
#elif defined(copied)
  auto b = a.clone().contiguous();
#elif defined(transposed)
  auto b = torch::zeros_like(a).transpose(0, 1);
#elif defined(cloned)
  auto b = a.transpose(0, 1).clone();
#elif defined(channels)
  auto b = a.contiguous(at::MemoryFormat::ChannelsLast);
#else
  auto b = torch::zeros_like(a);
#endif
  const dim3 blocks((b.size(1) + 255) / 256, b.size(0));
  twice<<<blocks, 256>>>(a.packed_accessor32<float, 2, torch::RestrictPtrTraits>(),
                         b.packed_accessor32<float, 2, torch::RestrictPtrTraits>());
}
