//@ verdict: races=unsupported
// Bodies with loops are not looked at.
//@ operator op: associative;
__device__ int op(int a, int b) { while (a < b) a++; return a; }

__global__ void k(int *out) {
    __shared__ int s[64];
    unsigned t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    out[t] = op(s[t], s[0]);
}
