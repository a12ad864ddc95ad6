//@ verdict: races=proved divergence=proved assertions=proved
// A scan that falls.
//@ operator op: associative, lower bound;
__device__ int op(int a, int b) { if (a < b) return a; return b; }

__global__ void scan(int *out, const int *in) {
    __requires(gridDim.x == 1);
    __shared__ int s[1024];
    __shared__ int v[1024];
    unsigned t = threadIdx.x;
    int own = in[t];
    v[t] = own;
    s[t] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        int below = own;
        if (t >= d) below = s[t - d];
        __syncthreads();
        if (t >= d) s[t] = op(below, s[t]);
        __syncthreads();
    }
    __read_permission(int, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[__other_int(t)] <= s[t] && s[__other_int(t)] <= v[t]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
