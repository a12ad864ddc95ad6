//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// Cells that a condition alone reads: nobody stores to them up to the next barrier.
__global__ void quiet(int *out, int n) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    //@ assert a[63 - t] == 63 - t;
    b[t] = 1;
    __syncthreads();
    a[t] = 99;
}
__global__ void own_half(int *out, int n) {
    __shared__ int a[64];
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;
    __syncthreads();
    if (t < 32) {
        //@ assert a[63 - t] >= 32;
        a[t] = 99;
    }
}
