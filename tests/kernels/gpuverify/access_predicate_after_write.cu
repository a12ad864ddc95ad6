//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// The thread has written, and nothing has made that be forgotten.
__global__ void k(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __assert(!__write(s)); //~ ERROR assert
    out[threadIdx.x] = s[threadIdx.x];
}
