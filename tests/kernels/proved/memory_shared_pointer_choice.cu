//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The pointer depends on the thread, but its cell is the thread's own in either array.
__global__ void k(int *out) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    int *p = (t & 1) ? a : b;
    p[t] = t;
    __syncthreads();
    out[t] = p[t];
}
