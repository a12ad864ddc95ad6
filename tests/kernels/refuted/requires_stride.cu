//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// stride == 1 is allowed: cell t + 1 is the neighbour's cell.
__global__ void k(int *a, int stride) {
    __requires(stride >= 1);
    int t = threadIdx.x;
    a[t * stride] = 1;     //~ ERROR race
    a[t * stride + 1] = 2; //~ ERROR race
}
