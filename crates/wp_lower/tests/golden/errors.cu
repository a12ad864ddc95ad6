// A compiler error belongs to the kernels that reach it, not to the file.
__device__ int broken(int x) { return x + undeclared; }
__global__ void clean(int *a) { a[0] = 1; }
__global__ void reaches(int *a) { a[0] = broken(2); }
