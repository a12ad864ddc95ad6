// proved under: none
// What is required excludes `n >= 1`, and the search does not know it.
//@ requires \forall integer k; 0 <= k < 3 ==> n <= 0;
__global__ void above(int *a, int n) {
    if (n >= 1) a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
    else a[0] = threadIdx.x;
}
