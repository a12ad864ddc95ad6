//@ equiv: one::fill fill(int*,unsigned) --block 4 --grid 2 --set n=7 => different
//@ equiv: one::fill fill(int*,int) => equivalent
//@ equiv: one::fill two::fill => different
//@ equiv: only two::fill => equivalent
//@ equiv: only two::fill --block 4 --grid 2 --set n=7 => equivalent
// Kernels of one name: in namespaces, and overloads.
namespace one {
__global__ void fill(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}
}
namespace two {
__global__ void fill(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2;
}
__global__ void only(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = 2;
}
}
__global__ void fill(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > i) out[i] = 1;
}
__global__ void fill(int *out, unsigned n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2;
}
