//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// `std::min` refers to one of its arguments, which changes later.
#include <algorithm>
__global__ void k(int *p, int n) {
    int i = threadIdx.x, j = 5000;
    const int &least = std::min(i, j);
    i = n;
    p[least] = threadIdx.x; //~ ERROR race
}
