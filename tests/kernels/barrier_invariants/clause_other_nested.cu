//@ verdict: error
// There are two threads.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] != other(other(a[t]));    //~ ERROR WP0507
    __syncthreads();
}
