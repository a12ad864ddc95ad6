//@ verdict: races=unsupported
// 0 is not the identity of the greatest number.
//@ operator op: associative, commutative, identity 0;
__device__ int op(int a, int b) { return a > b ? a : b; }

__global__ void k(int *out) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
