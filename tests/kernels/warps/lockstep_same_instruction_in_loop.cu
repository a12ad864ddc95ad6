//@ flags: --block 32 --grid 1 --warp-sync 32
//@ verdict: races=refuted divergence=proved
// In iteration i all lanes above i store into cell i.
__global__ void k(int *out) {
    for (int i = 0; i < (int)threadIdx.x; i++) out[i] = threadIdx.x; //~ ERROR race
}
