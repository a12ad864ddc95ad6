//@ verdict: races=refuted assertions=refuted
//@ flags: --block 64 --grid 1
// Two threads hold the same value.
__global__ void own(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = 5 * t % 60;
    //@ barrier invariant a[t] != other(a[t]);    //~ ERROR WP0403
    __syncthreads();
    out[a[t]] = t;    //~ ERROR race
}
__global__ void reversed(int *out, const int *key) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = key[t] < 0 ? t : t + 1;
    //@ barrier invariant a[t] != a[other(t)];    //~ ERROR WP0403
    __syncthreads();
    out[a[63 - t]] = t;    //~ ERROR race
}
