//@ verdict: error
// The barrier is in another list of statements.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    if (n > 0) {
        a[t] = t;
        //@ barrier invariant a[t] == t;    //~ ERROR WP0507
    }
    __syncthreads();
}
