//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=proved
// A barrier starts anew.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 1;
    __assert(__implies(__write(s), __write_offset_bytes(s) / sizeof(int) == t));
    __syncthreads();
    __assert(!__write(s));
    out[t] = s[t];
}
