//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=refuted
// Behind the barrier the neighbour has stored.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    s[t ^ 1] = 2;
    __syncthreads();
    __assert(s[t] == 1); //~ ERROR assert
    out[t] = s[t];
}
