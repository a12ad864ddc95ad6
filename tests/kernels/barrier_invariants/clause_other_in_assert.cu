//@ verdict: error
// An assertion speaks of one thread.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    //@ assert a[t] != other(a[t]);    //~ ERROR WP0507
    __syncthreads();
}
