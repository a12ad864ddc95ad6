//@ verdict: error
// No barrier follows.
__global__ void kernel(int *a, float x, int n) {
    int t = threadIdx.x;
    a[t] = t;
    //@ barrier invariant a[t] == t;    //~ ERROR WP0507
    a[t] = 2;
}
