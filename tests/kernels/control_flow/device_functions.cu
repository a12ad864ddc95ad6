//@ verdict: races=proved divergence=proved
// Nested device functions, results through references, early return in a callee leaves only the callee.
__device__ int clamp_to(int v, int lo, int hi) {
    if (v < lo) return lo;
    if (v > hi) return hi;
    return v;
}
__device__ void swap_if(bool c, int &a, int &b) {
    if (!c) return;
    int v = a;
    a = b;
    b = v;
}
__global__ void k(int *a, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int lo = clamp_to(a[2 * g], 0, n), hi = a[2 * g + 1];
    swap_if(lo > hi, lo, hi);
    a[2 * g] = lo;
    a[2 * g + 1] = hi;
}
