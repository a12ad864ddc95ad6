//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Elements without an initialiser of their own are made by the constructor, not zero.
struct Index { int i; __device__ Index(int k = 1) : i(k) {} };
struct Default { int i = 1; };
__global__ void constructor(int *out) {
    Index t[3] = {5, 6};
    out[threadIdx.x == 0 ? t[2].i : 1] = threadIdx.x; //~ ERROR race
}
__global__ void member(int *out) {
    Default t[70] = {};
    out[threadIdx.x == 0 ? t[69].i : 1] = threadIdx.x; //~ ERROR race
}
