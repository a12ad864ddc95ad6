//@ verdict: races=unsupported
// A sum of floats is not associative: 1e8 + 1 - 1e8.
//@ operator op: associative, commutative;
__device__ float op(float a, float b) { return a + b; }

__global__ void k(float *out) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
