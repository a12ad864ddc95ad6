//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// tid and tid ^ j form a pair; only the smaller of the two touches the pair's cells.
__global__ void k(int *a) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = a[blockIdx.x * 64 + tid];
    __syncthreads();
    for (int w = 2; w <= 64; w *= 2)
        for (int j = w / 2; j > 0; j /= 2) {
            int other = tid ^ j;
            if (other > tid) {
                bool up = (tid & w) == 0;
                if ((s[tid] > s[other]) == up) {
                    int v = s[tid];
                    s[tid] = s[other];
                    s[other] = v;
                }
            }
            __syncthreads();
        }
    a[blockIdx.x * 64 + tid] = s[tid];
}
