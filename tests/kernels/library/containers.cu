//@ verdict: races=proved divergence=proved
//@ kernel: same races=refuted
// Arrays and tuples of the C++ library, by value and as an argument.
#include <array>
#include <tuple>

__global__ void tables(int *a, std::array<int, 4> v) {
    std::array<int, 4> w = {1, 2, 3, 4};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = v[threadIdx.x % 4] + w[i % 4];
}
__global__ void pairs(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto t = std::make_tuple(i, 2.0f);
    a[std::get<0>(t)] = 1;
}
__global__ void same(int *a) {
    std::array<int, 2> at = {0, 1};
    a[at[threadIdx.x % 2]] = threadIdx.x;  //~ ERROR race
}
