//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// The greatest of floats is associative, whatever is tried.
//@ operator op: associative, commutative, idempotent;
__device__ float op(float a, float b) { return a < b ? b : a; }

__global__ void k(const float *in, float *out) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (blockIdx.x == 0) out[t] = op(s[t], s[0]);
}
