//@ flags: --block 3 --grid 1 --without no-unsigned-wrap
//@ verdict: races=refuted divergence=proved
// The product with the unsigned block size wraps: q * 3 == 2^32 + 2 for q = 1431655766, so the first store of thread 0
// meets the second of thread 2. Over the integers only q == 0 makes the cells meet, and then they are the thread's own.
__global__ void k(char *a, int q) {
    a[q * blockDim.x + threadIdx.x] = 1; //~ ERROR race
    a[threadIdx.x] = 2;                  //~ ERROR race
}
