// proved under: blockDim.x <= stride
// proved under: gridDim.x == 1
// Rows overlap when they are longer than the distance between them.
__global__ void rows(int *a, int stride) {
    a[(int)blockIdx.x * stride + (int)threadIdx.x] = threadIdx.x;
}
