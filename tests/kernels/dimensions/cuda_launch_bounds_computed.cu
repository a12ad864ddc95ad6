//@ verdict: bounds=proved races=proved
// The bound is a constant expression: a variable, an expression of a template parameter, a product of both.
//@ flags: --grid 1
constexpr int THREADS = 128;
__global__ void __launch_bounds__(THREADS) of_variable() {
    __shared__ int s[128];
    s[threadIdx.x] = 1;
}
template <int N> __global__ void __launch_bounds__(N * 2, 1) of_parameter() {
    __shared__ int s[N * 2];
    s[threadIdx.x] = 1;
}
template __global__ void of_parameter<64>();
template <int N> __global__ void __launch_bounds__(N * THREADS / 64) of_both() {
    __shared__ int s[N * 2];
    s[threadIdx.x] = 1;
}
template __global__ void of_both<32>();
