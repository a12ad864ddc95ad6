//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// `step` changes from round to round, behind barriers, and stays the same in the inner loop.
__global__ void k(int *out, int n) {
    __shared__ int step;
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int round = 0; round < n; round++) {
        if (t == 0) step = round & 1;
        __syncthreads();
        for (int i = 0; i < 4; i++) {
            s[t] = i;
            if (step == 1) out[8 * t + 2 * i + step] = s[t];
        }
        __syncthreads();
    }
}
