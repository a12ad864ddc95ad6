//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The body of a do-while runs at least once, whatever m is.
__global__ void k(int *out, int m) {
    __shared__ int s[64];
    int tid = threadIdx.x, j = 0;
    s[tid] = tid;
    do {
        __syncthreads();
        j++;
    } while (j < m);
    out[tid] = s[(tid + 1) % 64];
}
