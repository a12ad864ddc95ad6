//@ verdict: error
// A thread has three indices.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] == t for (t, t, t, t);    //~ ERROR WP0507
    __syncthreads();
}
