//@ verdict: races=unsupported
// Weights are not associative.
//@ operator op: associative;
__device__ float op(float a, float b) { return a * 0.5f + b; }

__global__ void k(float *out) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
