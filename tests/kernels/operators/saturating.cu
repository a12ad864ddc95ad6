//@ verdict: races=unsupported
// Where sums stay in a range, their grouping matters.
//@ operator op: associative;
__device__ signed char op(signed char a, signed char b) { int s = a + b; return s > 100 ? 100 : s < -100 ? -100 : s; }

__global__ void k(signed char *out) {
    __shared__ signed char s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
