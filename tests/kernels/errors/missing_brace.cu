//@ flags: --block 4 --grid 1
//@ verdict: error
// Cut off: the end of the kernel is missing, so nothing is known of it.
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        a[threadIdx.x] = 1;
