//@ revisions: good bad
//[good]@ verdict: races=!refuted divergence=proved
//[bad]@ verdict: races=refuted|possible divergence=proved
// Elements of accessors are those at the sum of index times stride. All rows write the same element in the wrong one.
#include <torch/extension.h>

template <typename scalar_t>
__global__ void scale(const torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> in,
                      torch::PackedTensorAccessor32<scalar_t, 1, torch::RestrictPtrTraits> out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= in.size(0)) return;
  scalar_t sum = 0;
  for (int c = 0; c < in.size(1); c++) sum += in[row][c];
#ifdef bad
  out[0] = sum;  //[bad]~ ERROR race
#else
  out[row] = sum;
#endif
}

void sums(const at::Tensor &in, at::Tensor &out) {
  const int threads = 128;
  const dim3 blocks((in.size(0) + threads - 1) / threads);
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(in.scalar_type(), "scale", [&] {
    scale<scalar_t><<<blocks, threads>>>(in.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>(),
                                         out.packed_accessor32<scalar_t, 1, torch::RestrictPtrTraits>());
  });
}
