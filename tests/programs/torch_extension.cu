// A layer norm as a PyTorch extension: forward and backward, dispatches on types, checks of tensors, a faulty twin.
#include <ATen/AccumulateType.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>
#include <vector>

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
#define CHECK_INPUT(x) CHECK_CUDA(x); CHECK_CONTIGUOUS(x)

constexpr int kThreads = 256;

template <typename T> __device__ T block_sum(T value, T *shared) {
    shared[threadIdx.x] = value;
    __syncthreads();
    for (int s = kThreads / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) shared[threadIdx.x] += shared[threadIdx.x + s];
        __syncthreads();
    }
    T sum = shared[0];
    __syncthreads();
    return sum;
}

//@ kernel: norm races=proved divergence=proved
template <typename scalar_t>
__global__ void norm(const scalar_t *__restrict__ in, const scalar_t *__restrict__ weight, scalar_t *__restrict__ out,
                     int columns, float eps) {
    using acc_t = at::acc_type<scalar_t, true>;
    __shared__ acc_t shared[kThreads];
    const scalar_t *row = in + (int64_t)blockIdx.x * columns;
    acc_t sum = 0, squares = 0;
    for (int c = threadIdx.x; c < columns; c += kThreads) {
        acc_t x = static_cast<acc_t>(row[c]);
        sum += x;
        squares += x * x;
    }
    const acc_t mean = block_sum(sum, shared) / columns;
    const acc_t variance = block_sum(squares, shared) / columns - mean * mean;
    const acc_t scale = rsqrtf(static_cast<float>(variance) + eps);
    for (int c = threadIdx.x; c < columns; c += kThreads) {
        const acc_t x = static_cast<acc_t>(row[c]);
        out[(int64_t)blockIdx.x * columns + c] = static_cast<scalar_t>((x - mean) * scale * static_cast<acc_t>(weight[c]));
    }
}

// All blocks add to the same row without atomics.
//@ kernel: gradient_wrong races=refuted divergence=proved
template <typename scalar_t>
__global__ void gradient_wrong(const scalar_t *grad, float *weight, int columns) {
    for (int c = threadIdx.x; c < columns; c += kThreads)
        weight[c] += static_cast<float>(grad[(int64_t)blockIdx.x * columns + c]);
}

//@ kernel: gradient races=proved divergence=proved
template <typename scalar_t>
__global__ void gradient(const scalar_t *grad, float *weight, int columns) {
    for (int c = threadIdx.x; c < columns; c += kThreads)
        gpuAtomicAdd(&weight[c], static_cast<float>(grad[(int64_t)blockIdx.x * columns + c]));
}

at::Tensor forward(const at::Tensor &in, const at::Tensor &weight, double eps) {
    CHECK_INPUT(in);
    CHECK_INPUT(weight);
    TORCH_CHECK(weight.numel() == in.size(-1), "weight has ", weight.numel(), " elements");
    const at::cuda::OptionalCUDAGuard guard(at::device_of(in));
    auto out = torch::empty_like(in);
    const int columns = in.size(1);
    const int rows = in.size(0);
    const auto stream = at::cuda::getCurrentCUDAStream();
    AT_DISPATCH_FLOATING_TYPES_AND_HALF(in.scalar_type(), "forward", ([&] {
        norm<scalar_t><<<rows, kThreads, 0, stream>>>(in.data_ptr<scalar_t>(), weight.data_ptr<scalar_t>(),
                                                      out.data_ptr<scalar_t>(), columns, static_cast<float>(eps));
    }));
    AT_CUDA_CHECK(cudaGetLastError());
    return out;
}

std::vector<at::Tensor> backward(const at::Tensor &grad, const at::Tensor &in) {
    CHECK_INPUT(grad);
    auto right = torch::zeros({in.size(1)}, in.options().dtype(torch::kFloat32));
    auto wrong = torch::zeros({in.size(1)}, in.options().dtype(torch::kFloat32));
    const int columns = in.size(1);
    AT_DISPATCH_SWITCH(grad.scalar_type(), "backward",
        AT_DISPATCH_CASE(at::ScalarType::Float, [&] {
            gradient<scalar_t><<<grad.size(0), kThreads>>>(grad.data_ptr<scalar_t>(), right.data_ptr<float>(), columns);
            gradient_wrong<scalar_t><<<grad.size(0), kThreads>>>(grad.data_ptr<scalar_t>(), wrong.data_ptr<float>(), columns);
        })
        AT_DISPATCH_CASE(at::ScalarType::BFloat16, [&] {
            gradient<scalar_t><<<grad.size(0), kThreads>>>(grad.data_ptr<scalar_t>(), right.data_ptr<float>(), columns);
        }));
    return {right, wrong};
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
    m.def("forward", &forward, "Layer norm (CUDA)", py::arg("in"), py::arg("weight"), py::arg("eps") = 1e-5);
    m.def("backward", &backward);
}
