//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// s * tid for s = 1, 2, 4, ...: thread 2 with s = 1 and thread 1 with s = 2 meet in a[2].
__global__ void k(int *a) {
    for (int s = 1; s < 64; s *= 2) a[s * threadIdx.x] = s; //~ ERROR race
}
