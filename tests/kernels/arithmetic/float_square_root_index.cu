//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The square roots of 1, 2 and 3 all truncate to 1.
__global__ void k(int *a) {
    int t = threadIdx.x;
    a[(int)sqrtf((float)t)] = t; //~ ERROR race
}
