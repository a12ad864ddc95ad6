//@ revisions: good bad
//@ verdict: races=proved divergence=proved
//[bad]@ kernel: row_sum<double> races=refuted
//[bad]@ kernel: row_sum<float> races=refuted
// A dispatch makes instances for the listed types, and the launch has the extents of the function around it: 256 threads
// fit the shared array. Without the barrier in the loop the reduction races.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>

#define CHECK_INPUT(x) TORCH_CHECK((x).is_cuda() && (x).is_contiguous(), #x " must be contiguous on the device")

template <typename scalar_t>
__global__ void row_sum(const scalar_t *__restrict__ in, scalar_t *__restrict__ out, int columns) {
  __shared__ scalar_t partial[256];
  scalar_t sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += in[(size_t)blockIdx.x * columns + c];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];  //[bad]~ ERROR race
#ifndef bad
    __syncthreads();
#endif
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

torch::Tensor sums(torch::Tensor in) {
  CHECK_INPUT(in);
  const int rows = in.size(0), columns = in.size(1);
  auto out = torch::empty({rows}, in.options());
  const int threads = 256;
  AT_DISPATCH_FLOATING_TYPES(in.scalar_type(), "row_sum", ([&] {
    row_sum<scalar_t><<<rows, threads, 0, at::cuda::getCurrentCUDAStream()>>>(
        in.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), columns);
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("sums", &sums, "Sums of rows"); }
