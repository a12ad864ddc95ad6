//@ verdict: error
// It is said of every thread as it is.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant \forall integer i; 0 <= i < n ==> a[i] == 0;    //~ ERROR WP0507
    __syncthreads();
}
