//@ verdict: races=refuted
// Only the first iteration fills the array that every later one reads.
__global__ void k(int *out, const int *in, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++) {
        int a[4];
        if (k == 0)
            for (int i = 0; i < 4; i++) a[i] = id;
        else
            out[a[in[k] & 3]] = id;
    }
}
