// proved under: blockDim.x == 1 && gridDim.x == 1
// `p == q` and `p <= blockDim.x && blockDim.x <= q` would do, and contradict what the kernel requires: they cost no attempt.
__global__ void one(float *sum, const float *a, int n, long p, long q) {
    __requires(n == 1024);
    __requires(q >= 0 & p > q & n > p);
    sum[0] += a[p - q - 1];
}
