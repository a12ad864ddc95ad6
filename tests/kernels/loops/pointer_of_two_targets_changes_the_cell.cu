//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
__device__ void put(int *where, int value) { *where = value; }
// The function stores to one of two arrays.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    __shared__ int other[64];
    int t = threadIdx.x;
    s[t] = 0;
    other[t] = 0;
    for (int i = 0; i < 3; i++) {
        out[2 * t + s[t]] = i; //~ ERROR race
        put((n > i ? s : other) + t, 2);
    }
}
