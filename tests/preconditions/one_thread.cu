// proved under: blockDim.x == 1 && gridDim.x == 1
// All threads write one element: nothing but a single thread helps.
__global__ void scatter(int *a, int n) {
    a[0] = threadIdx.x + blockIdx.x;
    a[n] = threadIdx.x;
}
