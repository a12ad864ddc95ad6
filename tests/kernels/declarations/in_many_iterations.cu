//@ verdict: races=refuted
// Set in the first iteration and read in the last, which may be another one.
__global__ void k(int *out, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++) {
        int a;
        if (k == 0) a = id;
        if (k == n - 1) out[a] = id;
    }
}
