//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// A scatter by values that differ in pairs: of the cell of the thread itself, of others, and of cells that a permutation moved.
__global__ void own(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = 5 * t % 64;
    //@ barrier invariant a[t] != other(a[t]);
    __syncthreads();
    out[a[t]] = t;
}
__global__ void reversed(int *out, const int *key) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = key[t] < 0 ? 2 * t : 2 * t + 1;
    //@ barrier invariant a[t] != a[other(t)];
    __syncthreads();
    out[a[63 - t]] = t;
}
__global__ void named(int *out, const int *key) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = key[t] < 0 ? 2 * t : 2 * t + 1;
    //@ barrier invariant a[t] != other(a[t]) for (63 - t, other(63 - t));
    __syncthreads();
    out[a[63 - t]] = t;
}
