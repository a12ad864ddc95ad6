//@ verdict: error
// A pointer has no order.

//@ requires a > 0    //~ ERROR WP0507
__global__ void fill(int *a, int n) {
  a[threadIdx.x] = n;
}
