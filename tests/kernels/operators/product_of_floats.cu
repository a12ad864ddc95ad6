//@ verdict: races=unsupported
// A product of doubles is not associative: it may leave the range of numbers on the way.
//@ operator op: associative, commutative;
__device__ double op(double a, double b) { return a * b; }

__global__ void k(double *out) {
    __shared__ double s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
