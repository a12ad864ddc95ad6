//@ verdict: error
// No clause begins like this.

//@ requires n > 0 requries n > 1    //~ ERROR WP0507
__global__ void fill(int *a, int n) {
  a[threadIdx.x] = n;
}
