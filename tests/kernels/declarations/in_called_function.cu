//@ verdict: races=refuted
// The second call reads its own array, not that of the first.
__device__ int f(int id, int k) {
    int a[2];
    if (k == 0) a[0] = id;
    return a[0];
}
__global__ void k(int *out) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    int x = 0;
    for (int k = 0; k < 2; k++) x = f(id, k);
    out[x] = id;
}
