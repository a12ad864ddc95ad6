//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved bounds=proved
// 1 <= t + 1 <= 64 of 65 cells.
__global__ void k() {
    __shared__ int s[65];
    s[threadIdx.x + 1] = 1;
}
