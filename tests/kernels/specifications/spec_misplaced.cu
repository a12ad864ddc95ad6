//@ verdict: error
// A precondition stands at the head.

__global__ void fill(int *a, int n) {
  a[threadIdx.x] = n;
  //@ requires n > 0    //~ ERROR WP0507
}
