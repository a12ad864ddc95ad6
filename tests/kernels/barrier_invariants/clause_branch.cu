//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 32 --grid 1
// The barrier is under a condition that all threads decide alike.
__global__ void branch(int *out, int n) {
    __shared__ int a[32];
    int t = threadIdx.x;
    a[t] = t;
    if (n > 0) {
        //@ barrier invariant a[t] == t;
        __syncthreads();
        out[a[31 - t]] = 1;
    }
}
