//@ verdict: assertions=refuted
//@ flags: --block 64 --grid 1
// It holds in the first iteration only.
__global__ void carried(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    for (int i = 0; i < n; ++i) {
        //@ barrier invariant a[t] != other(a[t]);    //~ ERROR WP0403
        __syncthreads();
        out[a[t]] = i;    //~ ERROR race
        a[t] /= 2;
    }
}
__global__ void rounds(int *out, int n) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; ++i) {
        a[t] = t + i;
        //@ barrier invariant a[t] == t;    //~ ERROR WP0403
        __syncthreads();
        b[a[63 - t] - i] = i;
        __syncthreads();
    }
}
