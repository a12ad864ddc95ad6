//@ verdict: races=unsupported
// The first operand is an associative operator that does not commute.
//@ operator op: associative, commutative;
__device__ unsigned op(unsigned a, unsigned b) { return a; }

__global__ void k(unsigned *out) {
    __shared__ unsigned s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
