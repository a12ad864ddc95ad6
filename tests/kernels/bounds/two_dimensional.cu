//@ flags: --block 16,16 --grid 1
//@ verdict: divergence=proved bounds=refuted
// Column 16 of row 15 lies behind the array.
__global__ void k() {
    __shared__ int s[16][16];
    if (threadIdx.x == 0) s[threadIdx.y][16] = 1; //~ ERROR bounds
}
