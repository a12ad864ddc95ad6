//@ verdict: error
// There is no barrier.
//@ barrier invariant n == 0;    //~ ERROR WP0507
__global__ void kernel(int *a, int n) {
    __syncthreads();
}
