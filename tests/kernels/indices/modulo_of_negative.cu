//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// (t - 32) % 32 is in -31..31, not in 0..31: shifted by 31 the residues 0 of -32 and of 0 meet.
__global__ void k(int *a) {
    int t = threadIdx.x;
    a[(t - 32) % 32 + 31] = t; //~ ERROR race
}
