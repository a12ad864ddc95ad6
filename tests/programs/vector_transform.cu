// Maps over arrays with functors and lambdas, four elements at a time where the length allows it.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

template <typename T> class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t n) : size_(n) { cudaMalloc(&data_, n * sizeof(T)); }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    T *get() { return data_; }
    size_t size() const { return size_; }

private:
    T *data_ = nullptr;
    size_t size_;
};

struct Axpy {
    float a;
    __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Multiply {
    template <typename T> __device__ T operator()(T x, T y) const { return x * y; }
};

//@ kernel: transform races=proved divergence=proved
template <typename F> __global__ void transform(const float *x, const float *y, float *out, int n, F f) {
    const int quads = n / 4;
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    const int step = gridDim.x * blockDim.x;
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    const float4 *y4 = reinterpret_cast<const float4 *>(y);
    float4 *out4 = reinterpret_cast<float4 *>(out);
    for (int i = first; i < quads; i += step) {
        const float4 a = x4[i], b = y4[i];
        out4[i] = make_float4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));
    }
    for (int i = quads * 4 + first; i < n; i += step) out[i] = f(x[i], y[i]);
}

// The rest begins one element too early.
//@ kernel: transform_racy races=refuted
template <typename F> __global__ void transform_racy(const float *x, const float *y, float *out, int n, F f) {
    const int quads = n / 4;
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    const int step = gridDim.x * blockDim.x;
    const float4 *x4 = reinterpret_cast<const float4 *>(x);
    const float4 *y4 = reinterpret_cast<const float4 *>(y);
    float4 *out4 = reinterpret_cast<float4 *>(out);
    for (int i = first; i < quads; i += step) {
        const float4 a = x4[i], b = y4[i];
        out4[i] = make_float4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)); //~ ERROR race
    }
    for (int i = quads * 4 - 1 + first; i < n; i += step) out[i] = f(x[i], y[i]); //~ ERROR race
}

//@ kernel: fill races=proved divergence=proved
template <typename T, bool kDescending> __global__ void fill(T *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if constexpr (kDescending) {
        out[n - 1 - i] = T(i);
    } else if constexpr (std::is_same<T, float>::value) {
        out[i] = i * 0.5f;
    } else {
        out[i] = i;
    }
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 1000003;
    const int block = 256, grid = 32;
    DeviceBuffer<float> x(n), y(n), out(n);
    fill<float, false><<<(n + block - 1) / block, block>>>(x.get(), n);
    fill<float, true><<<(n + block - 1) / block, block>>>(y.get(), n);
    transform<<<grid, block>>>(x.get(), y.get(), out.get(), n, Axpy{2.0f});
    transform<<<grid, block>>>(x.get(), y.get(), out.get(), n, Multiply());
    std::vector<float> host(n);
    cudaMemcpy(host.data(), out.get(), n * sizeof(float), cudaMemcpyDeviceToHost);
    transform_racy<<<grid, block>>>(x.get(), y.get(), out.get(), n, Multiply());
    cudaDeviceSynchronize();
    printf("%f\n", host[n / 2]);
    return 0;
}
