//@ verdict: races=refuted
// Only the first call sets what it is given.
__device__ void get(int *to, int id, int k) {
    if (k == 0) *to = id;
}
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < 2; k++) {
        int a;
        get(&a, id, k);
        out[a] = k;
    }
}
