//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The index is what the left neighbour stored before the barrier: threads 2i and 2i+1 stored i.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t / 2;
    __syncthreads();
    out[s[t]] = t; //~ ERROR race
}
