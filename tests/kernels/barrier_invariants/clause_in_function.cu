//@ verdict: error
// Clauses in functions are not supported.
__device__ void meet(int *a) {
    //@ barrier invariant a[threadIdx.x] == 0;    //~ ERROR WP0507
    __syncthreads();
}
__global__ void kernel(int *a, int n) {
    a[threadIdx.x] = 0;
    meet(a);
}
