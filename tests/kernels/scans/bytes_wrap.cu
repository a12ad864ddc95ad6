//@ flags: --block 512 --grid 1
//@ verdict: races=refuted
// The sums wrap around in bytes: after 256 elements they begin anew.
__global__ void compact(int *out, const int *in) {
    __shared__ unsigned char s[512];
    unsigned t = threadIdx.x;
    s[t] = 1;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        unsigned char below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    out[s[t]] = t;
}
