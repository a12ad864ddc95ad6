//@ revisions: good bad
//@ flags: --grid 1
//@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Pairs are objects of device code: as arguments of kernels, as results of functions, and in structures.
#include <utility>
struct Range {
    std::pair<int, int> bounds;
};
__device__ std::pair<int, int> row(int width) { return std::make_pair((int)threadIdx.x * width, width); }
__global__ void filled(int *a, std::pair<unsigned long long, int> seed) {
    auto [start, count] = row(4);
    for (int i = start; i < start + count; ++i) a[i] = (int)seed.first;  //[bad]~ ERROR race
#ifdef bad
    a[start + count] = seed.second;  //[bad]~ ERROR race
#endif
}
__global__ void between(int *a, Range r) {
    const std::pair<float, int> own(1.0f, threadIdx.x);
#ifdef bad
    if (r.bounds.first == 3) a[0] = own.second;  //[bad]~ ERROR race
#else
    if (r.bounds.first == 3) a[own.second] = r.bounds.second;
#endif
}
