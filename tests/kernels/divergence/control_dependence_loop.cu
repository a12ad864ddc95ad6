//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// The counter of rounds is uniform in each round, but the threads leave in different rounds.
__global__ void k(int *out) {
    int t = threadIdx.x, rounds = 0;
    while (true) {
        rounds++;
        if (rounds * 8 > t) break;
    }
    if (rounds > 3) __syncthreads(); //~ ERROR divergence
    out[t] = 1;
    __syncthreads();
    out[t] += rounds;
}
