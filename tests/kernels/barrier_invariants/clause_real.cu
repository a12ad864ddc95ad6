//@ verdict: error
// Real numbers are compared, not computed with.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant x + 1.0 > 0.0;    //~ ERROR WP0507
    __syncthreads();
}
