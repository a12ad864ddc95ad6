//@ verdict: error
// It is said of every thread as it is.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant \forall u : thread; t@u == 0;    //~ ERROR WP0507
    __syncthreads();
}
