//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The same without the barrier: cell t + 1 in round 0 and t in round 1 meet.
__global__ void k(int *a) {
    for (int i = 0; i < 4; i++) a[threadIdx.x + i] = i; //~ ERROR race
}
