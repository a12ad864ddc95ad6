//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The assignment that `std::swap` makes of the class is its own.
#include <utility>
struct Zeroed {
    int value;
    __device__ Zeroed(int x) : value(x) {}
    Zeroed(const Zeroed &) = default;
    __device__ Zeroed &operator=(const Zeroed &) {
        value = 0;
        return *this;
    }
};
__global__ void k(int *p) {
    Zeroed a(5), b(threadIdx.x);
    std::swap(a, b);
    p[a.value] = threadIdx.x;
}
