//@ verdict: error
// Contents at the launch are for postconditions.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] == \old(a[t]);    //~ ERROR WP0507
    __syncthreads();
}
