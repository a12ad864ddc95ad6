//@ flags: --block 512 --grid 1
//@ verdict: races=refuted divergence=proved
// (unsigned char)t == 7 holds for t = 7 and t = 263.
__global__ void k(int *a) {
    if ((unsigned char)threadIdx.x == 7) a[0] = threadIdx.x; //~ ERROR race
}
