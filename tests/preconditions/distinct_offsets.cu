// proved under: p != q
// Two threads write one element each.
__global__ void two(int *a, unsigned p, unsigned q) {
    if (blockIdx.x == 0 && threadIdx.x == 0) a[p] = 1;
    if (blockIdx.x == 0 && threadIdx.x == 1) a[q] = 2;
}
