//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --grid 1
// In blocks of any size the thread that is read from is found.
__global__ void reversed(int *out) {
    __shared__ int a[1024];
    int t = threadIdx.x, n = blockDim.x;
    a[t] = 3 * t;
    //@ barrier invariant 0 <= a[t] == 3 * t;
    __syncthreads();
    out[a[n - 1 - t]] = t;
    if (t + 1 < n) {
        int next = a[t + 1] - a[t];
        //@ assert next == 3;
    }
}
__global__ void counted(int *out, const int *in) {
    __shared__ int a[1024];
    int t = threadIdx.x;
    a[blockDim.x - 1 - t] = t;
    //@ barrier invariant a[blockDim.x - 1 - t] == t;
    int positive = __syncthreads_count(in[t] > 0);
    out[a[t]] = positive;
}
