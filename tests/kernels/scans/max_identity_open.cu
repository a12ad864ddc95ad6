//@ flags: --block 8
//@ verdict: assertions=!proved
// 0 is above negative elements: the least element of the exclusive scan is then none of them.
__global__ void prescan(int *out, const int *in) {
    __requires((blockDim.x & (blockDim.x - 1)) == 0);
    __requires(gridDim.x == 1);
    __shared__ int s[1024];
    __shared__ int flag[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    flag[t] = in[t];
    s[t] = in[t];
    unsigned offset = 1;
    for (unsigned d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            s[right] = max(s[left], s[right]);
        }
        offset *= 2;
    }
    if (t == 0)
        s[n - 1] = 0;
    for (unsigned d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            unsigned left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
            int kept = s[left];
            s[left] = s[right];
            s[right] = max(s[right], kept);
        }
    }
    __read_permission(int, flag[t]);
    __barrier_invariant_binary_1(__implies(t == 0 && __other_int(t) == 1, s[__other_int(t)] == flag[t]), t, __other_int(t));
    __syncthreads();
    out[t] = s[t];
}
