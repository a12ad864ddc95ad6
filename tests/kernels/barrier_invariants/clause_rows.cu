//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 16,16 --grid 1
// In blocks with rows: threads of other rows, by name and found.
__global__ void named(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = 16 * y + x;
    //@ barrier invariant s[y][x] == 16 * y + x for (y, x);
    __syncthreads();
    out[s[x][y]] = 1;
}
__global__ void transposed(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = 16 * y + x;
    //@ barrier invariant s[y][x] == 16 * y + x;
    __syncthreads();
    out[s[x][y]] = 1;
    if (x > 0 && y + 1 < 16) {
        int difference = s[y + 1][x] - s[y][x - 1];
        //@ assert difference == 17;
    }
}
__global__ void pairs(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = 16 * y + x;
    //@ barrier invariant s[y][x] != other(s[y][x]) for ((y, x), (other(y), other(x)));
    __syncthreads();
    out[s[x][y]] = 1;
}
__global__ void pairs_found(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = 16 * y + x;
    //@ barrier invariant s[y][x] != other(s[y][x]);
    __syncthreads();
    out[s[x][y]] = 1;
}
// An index along x alone is one of the same row.
__global__ void row(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = 2 * x;
    //@ barrier invariant s[y][x] == 2 * x for (15 - x);
    __syncthreads();
    out[64 * y + s[y][15 - x]] = 1;
}
