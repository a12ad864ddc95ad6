//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Without the barrier the word holds bytes that other threads are writing.
__global__ void k(int *out) {
    __shared__ int words[16];
    unsigned char *bytes = (unsigned char *)words;
    int t = threadIdx.x;
    bytes[t] = t;                   //~ ERROR race
    if (t < 16) out[t] = words[t];  //~ ERROR race
}
