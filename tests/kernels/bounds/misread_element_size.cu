//@ flags: --block 64 --grid 1
//@ verdict: divergence=proved bounds=refuted
// 64 shorts are 32 ints: the view's element 63 lies behind the array.
__global__ void k() {
    __shared__ short s[64];
    ((int *)s)[threadIdx.x] = 1; //~ ERROR bounds
}
