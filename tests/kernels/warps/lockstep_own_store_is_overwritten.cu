//@ flags: --block 32 --grid 1 --warp-sync 32
//@ verdict: races=proved divergence=proved assertions=refuted
// In lock-step the neighbour stores between a thread's store and its load, and that is no race.
__global__ void k(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = 1;
    s[t ^ 1] = 2;
    __assert(s[t] == 1); //~ ERROR assert
    out[t] = s[t];
}
