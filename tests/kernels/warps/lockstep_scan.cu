//@ flags: --block 40 --grid 1 --warp-sync 32
//@ verdict: races=proved divergence=proved
// A scan of each warp; the last warp has eight lanes. What a lane reads in a step its neighbour stored in the step before,
// or stores in this one after the load.
__global__ void k(int *s) {
    int t = threadIdx.x, lane = t % 32;
    if (lane >= 1) s[t] = s[t - 1] + s[t];
    if (lane >= 2) s[t] = s[t - 2] + s[t];
    if (lane >= 4) s[t] = s[t - 4] + s[t];
    if (lane >= 8) s[t] = s[t - 8] + s[t];
    if (lane >= 16) s[t] = s[t - 16] + s[t];
}
