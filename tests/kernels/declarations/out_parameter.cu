//@ verdict: races=proved
// What a function is given to set is set before it is read.
__device__ void get(int *to, int id) { *to = id; }
__device__ void both(int &x, int *y, int id) {
    x = id;
    y[0] = x;
    y[1] = id;
}
__global__ void k(int *out, const int *in, int n) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++) {
        int a, b, c[2];
        get(&a, id);
        both(b, c, id);
        out[a + b - c[1]] = in[k] + c[0];
    }
}
