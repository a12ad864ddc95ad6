//@ verdict: races=proved
// Set under a condition, and read under the same one.
__global__ void k(int *out, const int *in, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++) {
        int a, b[3];
        if (in[k] > 0) {
            a = id;
            b[1] = id;
        }
        __syncthreads();
        if (in[k] > 0) out[a + b[1] - id] = k;
    }
}
