// fix: none
// Threads take part in both halves or in none: a barrier would diverge wherever it stood.
__global__ void reverse(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    if (in[t] > n) {
        s[t] = n;
        out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
    }
}
