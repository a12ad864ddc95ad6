//@ verdict: bounds=refuted races=inconclusive
//@ flags: --block 257
// What is read out of bounds is made up, so a race that comes of it is not shown by that run.
__global__ void made_up(int *out, int *count, const int *in) {
    __shared__ unsigned s[256];
    __shared__ int base;
    unsigned t = threadIdx.x;
    s[t] = 1;                                                  //~ ERROR WP0301
    __syncthreads();
    if (t == blockDim.x - 1) base = atomicAdd(count, (int)s[t]);    //~ ERROR WP0301
    __syncthreads();
    if (t == 0) out[base] = in[t];
}
