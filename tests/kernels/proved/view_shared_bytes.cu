//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Bytes are written by their owners, then read as ints behind the barrier.
__global__ void k(int *out) {
    __shared__ int words[16];
    unsigned char *bytes = (unsigned char *)words;
    int t = threadIdx.x;
    bytes[t] = t;
    __syncthreads();
    if (t < 16) out[t] = words[t];
}
