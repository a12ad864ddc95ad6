//@ flags: --block 64 --grid 1
//@ verdict: divergence=proved bounds=refuted
// Thread 63 stores to s[64].
__global__ void k() {
    __shared__ int s[64];
    s[threadIdx.x + 1] = 1; //~ ERROR bounds
}
