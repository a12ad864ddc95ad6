//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Which function is called is up to the object: one override gives all threads the same element.
struct Index {
    __device__ virtual int of(int t) const { return t; }
};
struct First : Index {
    __device__ int of(int) const override { return 0; }
};
__global__ void k(int *a, Index *index) { a[index->of(threadIdx.x)] = 1; }
