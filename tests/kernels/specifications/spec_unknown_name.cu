//@ verdict: error
// `m` means nothing in the kernel.

//@ requires m > 0    //~ ERROR WP0507
__global__ void fill(int *a, int n) {
  a[threadIdx.x] = n;
}
