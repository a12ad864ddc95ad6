//@ flags: --block 64 --grid 1 --no-acceleration
//@ verdict: races=refuted divergence=inconclusive
// That the threads agree on x rests on what they read alike, which the race makes untrue; so does every invariant about it.
__global__ void k(int steps) {
    __shared__ int start;
    start = threadIdx.x; //~ ERROR race
    __syncthreads();
    int x = start;
    for (int i = 0; i < steps; i++) {
        if (x < 100) x = x * 3 + 1;
        else x = x / 2;
    }
    if (x > 10) __syncthreads();
}
