//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// A thread stores two cells, and reads those of others: the thread is found by division, whichever of the two it is.
__global__ void two_each(int *out) {
    __shared__ int a[128];
    int t = threadIdx.x;
    a[2 * t] = 2 * t;
    a[2 * t + 1] = 2 * t + 1;
    //@ barrier invariant a[2 * t] == 2 * t && a[2 * t + 1] == 2 * t + 1;
    __syncthreads();
    out[a[t + 1]] = t;
    int v = a[127 - t];
    //@ assert v == 127 - t;
}
// The cells that are read are named by another array.
__global__ void nested(int *out) {
    __shared__ int a[64], next[64];
    int t = threadIdx.x;
    next[t] = 63 - t;
    a[t] = 2 * t;
    //@ barrier invariant next[t] == 63 - t;
    //@ barrier invariant a[t] == 2 * t;
    __syncthreads();
    out[a[next[t]]] = t;
}
