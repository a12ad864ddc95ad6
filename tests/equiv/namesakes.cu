//@ equiv: two_p,told_p sevens --block 4 --grid 2 => equivalent
//@ equiv: two_p,told_p sevens => equivalent
//@ equiv: two_q,told_p sevens --block 4 --grid 2 => different
//@ equiv: two_q,told_p sevens => different
//@ equiv: told_p told_q --block 4 --grid 2 => unknown
//@ equiv: told_p told_q => unknown
//@ equiv: told_p told_r --block 4 --grid 2 => unknown
//@ equiv: tally<1>,show<1> tallied<1> --block 4 --grid 2 => equivalent
//@ equiv: tally<1>,show<1> tallied<1> => equivalent
//@ equiv: tally<1>,show<2> tallied<1> --block 4 --grid 2 => different
//@ equiv: tally<1>,show<2> tallied<1> => different
//@ equiv: show<1> show<1> => equivalent equal-globals
//@ equiv: show<1> show<2> --block 4 => unknown
//@ equiv: show<1> show<2> => unknown
//@ equiv: first_own,own_of_first own --block 4 => equivalent
//@ equiv: first_own,own_of_second own --block 4 => different
//@ equiv: first_own,own_of_second own => different
// Variables of the device that have a name, and some the place in the source, in common and are not the same.

namespace p { __device__ int c; }
namespace q { __device__ int c; }
namespace { __device__ int r; }

__global__ void two_p(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) p::c = 7;
}
__global__ void two_q(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) q::c = 7;
}
__global__ void told_p(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = p::c;
}
__global__ void told_q(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = q::c;
}
__global__ void told_r(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = r;
}
__global__ void sevens(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) p::c = 7;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 7;
}

template<int N> struct Kept { static __device__ int s; };
template<int N> __device__ int Kept<N>::s;

template<int N> __global__ void tally(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) Kept<N>::s = 5;
}
template<int N> __global__ void show(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = Kept<N>::s;
}
template<int N> __global__ void tallied(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) Kept<N>::s = 5;
    out[blockIdx.x * blockDim.x + threadIdx.x] = 5;
}
template __global__ void tally<1>(int *);
template __global__ void show<1>(int *);
template __global__ void show<2>(int *);
template __global__ void tallied<1>(int *);

// Both functions keep a value in a variable of their own.
__device__ int first(int set, int v) {
    static __device__ int s;
    if (set) s = v;
    return s;
}
__device__ int second(int set, int v) {
    static __device__ int s;
    if (set) s = v;
    return s;
}
__global__ void first_own(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) first(1, 3);
}
__global__ void own_of_first(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = first(0, 0);
}
__global__ void own_of_second(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = second(0, 0);
}
__global__ void own(int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) first(1, 3);
    out[blockIdx.x * blockDim.x + threadIdx.x] = 3;
}
