//@ verdict: error
// In front of a variable, a clause belongs to no kernel.

//@ requires n > 0    //~ ERROR WP0507
int x;

__global__ void fill(int *a, int n) {
  a[threadIdx.x] = n;
}
