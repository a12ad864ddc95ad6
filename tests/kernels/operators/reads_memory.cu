//@ verdict: races=unsupported
// It depends on memory.
__device__ int table[4];
//@ operator op: associative;
__device__ int op(int a, int b) { return a + b + table[0]; }

__global__ void k(int *out) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
