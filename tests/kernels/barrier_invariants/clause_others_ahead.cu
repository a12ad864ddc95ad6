//@ verdict: races=proved assertions=!proved
//@ flags: --block 64 --grid 1
// Behind the barrier others may have stored already to a cell that an assertion alone reads: what was claimed of it is past.
__global__ void called(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    __barrier_invariant_1(a[t] == t, 63 - t);
    __syncthreads();
    __assert(a[63 - t] == 63 - t);
    a[t] = 99;
}
__global__ void named(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t for (63 - t);
    __syncthreads();
    //@ assert a[63 - t] == 63 - t;
    a[t] = 99;
}
__global__ void found(int *out) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    //@ assert a[63 - t] == 63 - t;
    a[t] = 99;
}
__global__ void in_loop(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        //@ loop invariant a[63 - t] == 63 - t;
        out[64 * i + t] = i;
    }
    a[t] = 99;
}
