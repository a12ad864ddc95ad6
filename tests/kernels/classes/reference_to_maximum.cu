//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// `std::max` refers to one of its arguments, which changes later; its value alone is no reference.
#include <algorithm>
template <class T> __device__ const T &smaller(const T &a, const T &b) { return b < a ? b : a; }
__global__ void k(int *p, int *q) {
    int i = 0;
    const int &most = std::max(i, -5);
    i = threadIdx.x;
    p[most] = i;
    int bounded = std::min(std::max(i, 0), 1000);
    q[smaller(bounded, std::min(5000, 2 * i))] = i;
}
