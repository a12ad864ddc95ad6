//@ verdict: races=unsupported
// With a negative number bits do not grow.
//@ operator op: associative, upper bound;
__device__ int op(int a, int b) { return a | b; }

__global__ void k(int *out) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
