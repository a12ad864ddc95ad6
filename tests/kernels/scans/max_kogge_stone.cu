//@ verdict: races=proved divergence=proved assertions=proved
// Kogge and Stone's scan of the greatest element so far, of any sign, in blocks of every size.
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
        int below = t >= d ? s[t - d] : (-2147483647 - 1);
        __syncthreads();
        s[t] = max(s[t], below);
        __syncthreads();
    }
    __read_permission(int, v[t]);
    __barrier_invariant_binary_1(__implies(t <= __other_int(t), s[t] <= s[__other_int(t)] && v[t] <= s[__other_int(t)]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
