//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Bytes are written by their owners, then read as ints behind the barrier.
// bad: Without the barrier the word holds bytes that other threads are writing.
__global__ void k(int *out) {
    __shared__ int words[16];
    unsigned char *bytes = (unsigned char *)words;
    int t = threadIdx.x;
    bytes[t] = t; //[bad]~ ERROR race
#ifndef bad
    __syncthreads();
#endif
    if (t < 16) out[t] = words[t]; //[bad]~ ERROR race
}
