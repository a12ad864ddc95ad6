//@ verdict: error
// It speaks of two threads.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] != other(a[t]) for (t);    //~ ERROR WP0507
    __syncthreads();
}
