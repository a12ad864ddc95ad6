//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved
//[bad]@ verdict: races=refuted
// A check ends the function, so the launch has at most 64 columns, one for each thread.
#include <torch/torch.h>

__global__ void first(const float *in, float *out, int columns) {
  __shared__ float row[64];
  if (threadIdx.x < columns) row[threadIdx.x % 64] = in[blockIdx.x * columns + threadIdx.x];  //[bad]~ ERROR race
  __syncthreads();
  if (threadIdx.x < columns) out[blockIdx.x * columns + threadIdx.x] = row[columns - 1 - threadIdx.x < 64 ? columns - 1 - threadIdx.x : 0];
}

void run(torch::Tensor in, torch::Tensor out) {
  int columns = in.size(1);
#ifndef bad
  TORCH_CHECK(columns <= 64, "too many columns: ", columns);
#endif
  first<<<in.size(0), 128>>>(in.data_ptr<float>(), out.data_ptr<float>(), columns);
}
