//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// What an iteration stores behind its barrier is known when the next one claims the invariant, and behind the loop.
__global__ void carried(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    for (int i = 0; i < n; ++i) {
        //@ barrier invariant a[t] != other(a[t]);
        __syncthreads();
        out[a[t]] = i;
        a[t]++;
    }
    //@ barrier invariant a[t] != other(a[t]);
    __syncthreads();
    out[a[t]] = 7;
}
// Each round turns the array by one place.
__global__ void rounds(int *out, int n) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    for (int i = 0; i < n; ++i) {
        a[t] = t + i;
        //@ barrier invariant a[t] == t + i;
        __syncthreads();
        b[a[63 - t] - i] = i;
        //@ assert a[63 - t] == 63 - t + i;
        __syncthreads();
    }
}
