//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 8 --grid 1
// The address of the second store is read from shared memory: only the invariant tells that it differs between threads.
__global__ void named(int *out) {
    __shared__ int a[8], b[8];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t for ((t + 1) % 8);
    __syncthreads();
    b[a[(t + 1) % 8]] = t;
}
__global__ void inferred(int *out) {
    __shared__ int a[8], b[8];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    b[a[(t + 1) % 8]] = t;
    int last = a[7 - t];
    //@ assert last == 7 - t && a[7 - t] == last;
}
