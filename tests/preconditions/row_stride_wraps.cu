// proved under: gridDim.x == 1
// proved under: blockDim.x <= stride && gridDim.x * stride <= 4294967295
// As row_stride, in unsigned arithmetic: a product that wraps around lands on an earlier row.
__global__ void rows(int *a, int stride) {
    a[blockIdx.x * stride + threadIdx.x] = threadIdx.x;
}
