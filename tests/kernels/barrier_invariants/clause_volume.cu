//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 4,4,4 --grid 1
// Three dimensions, flat: rows of any index are found by division.
__global__ void turned(int *out) {
    __shared__ int s[64];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[16 * z + 4 * y + x] = 16 * z + 4 * y + x;
    //@ barrier invariant s[16 * z + 4 * y + x] == 16 * z + 4 * y + x;
    __syncthreads();
    out[s[16 * x + 4 * z + y]] = 1;
}
__global__ void named(int *out) {
    __shared__ int s[4][4][4];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    s[z][y][x] = 16 * z + 4 * y + x;
    //@ barrier invariant s[z][y][x] == 16 * z + 4 * y + x for (y, z, x);
    __syncthreads();
    out[s[x][z][y]] = 1;
}
