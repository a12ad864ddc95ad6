// proved under: gridDim.x == 1
// proved under: blockDim.x <= stride
// As row_stride, in unsigned arithmetic: that the product does not wrap around is an assumption.
__global__ void rows(int *a, int stride) {
    a[blockIdx.x * stride + threadIdx.x] = threadIdx.x;
}
