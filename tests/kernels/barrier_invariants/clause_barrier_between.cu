//@ verdict: error
// Another barrier may come first.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] == t;    //~ ERROR WP0507
    for (int i = 0; i < n; i++) __syncthreads();
    __syncthreads();
}
