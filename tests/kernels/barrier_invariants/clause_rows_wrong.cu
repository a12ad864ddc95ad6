//@ verdict: races=refuted
//@ flags: --block 16,16 --grid 1
// The claim is one for the thread's row, and false in others.
__global__ void wrong(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = y < 8 ? 16 * y + x : 0;
    //@ barrier invariant s[y][x] == 16 * y + x;    //~ ERROR WP0403
    __syncthreads();
    out[s[x][y]] = 1;    //~ ERROR race
}
// True, but about the columns: two threads read the same.
__global__ void columns(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    //@ barrier invariant s[y][x] == x for (y, x);
    __syncthreads();
    out[s[y][x]] = y;    //~ ERROR race
}
// Pairs of a row differ, pairs of a column do not.
__global__ void pairs(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    //@ barrier invariant s[y][x] != other(s[y][x]);    //~ ERROR WP0403
    __syncthreads();
    out[s[y][x]] = y;    //~ ERROR race
}
// There is no row behind the last one: what is read there was never claimed.
__global__ void behind(int *out, const int *in) {
    __shared__ int s[17][16];
    int x = threadIdx.x, y = threadIdx.y;
    if (y == 0)
        s[16][x] = in[x];
    s[y][x] = 16 * y + x;
    //@ barrier invariant s[y][x] == 16 * y + x;
    __syncthreads();
    out[s[y + 1][x]] = y;    //~ ERROR race
}
// Pairs that differ only in y.
__global__ void only_y(int *out) {
    __shared__ int s[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    //@ barrier invariant x != other(x) ==> s[y][x] != other(s[y][x]);
    __syncthreads();
    out[s[y][x]] = y;    //~ ERROR race
}
