// fix: none
// The place would be in a function that others may call too.
__device__ int mirrored(int *s, int x) {
    s[threadIdx.x] = x;
    return s[blockDim.x - 1 - threadIdx.x];
}
__global__ void reverse(int *out, int x) {
    __shared__ int s[1024];
    out[blockIdx.x * blockDim.x + threadIdx.x] = mirrored(s, x);
}
