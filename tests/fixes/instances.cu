// fix: insert `__syncthreads();` in front of `out[(size_t)blockIdx.x * N + threadIdx.x] = s[N - 1 - thread...`
// One text, two kernels: the change is checked with both.
template <int N> __global__ __launch_bounds__(N) void reverse(int *out, const int *in) {
    __shared__ int s[N];
    s[threadIdx.x] = in[threadIdx.x]; out[(size_t)blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}
template __global__ void reverse<32>(int *, const int *);
template __global__ void reverse<64>(int *, const int *);
