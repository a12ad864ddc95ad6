//@ verdict: error
// A sum ranges over cells.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ barrier invariant a[t] == \sum(0, t, \lambda integer k; a[k]);    //~ ERROR WP0507
    __syncthreads();
}
