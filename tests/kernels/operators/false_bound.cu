//@ verdict: races=unsupported
// A sum without sign wraps around.
//@ operator op: associative, upper bound;
__device__ unsigned op(unsigned a, unsigned b) { return a + b; }

__global__ void k(unsigned *out) {
    __shared__ unsigned s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
