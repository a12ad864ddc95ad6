// fix: none
// Both accesses come from one macro; there is no place between them.
#define EXCHANGE(s, t, n, x) s[t] = x; x = s[n - 1 - t]
__global__ void reverse(int *a) {
    __shared__ int s[1024];
    int t = threadIdx.x, x = a[blockIdx.x * blockDim.x + t];
    EXCHANGE(s, t, blockDim.x, x);
    a[blockIdx.x * blockDim.x + t] = x;
}
