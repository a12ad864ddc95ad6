//@ verdict: races=unsupported
// It depends on the thread.
//@ operator op: associative;
__device__ int op(int a, int b) { return threadIdx.x == 0 ? a : b; }

__global__ void k(int *out) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
