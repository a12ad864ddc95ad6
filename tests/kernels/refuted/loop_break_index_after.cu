//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// With rows of 16, thread t that finds nothing (i == 16) meets thread t+1 that finds at once (i == 0).
__global__ void k(const int *in, int *out) {
    int tid = threadIdx.x, i;
    for (i = 0; i < 16; i++)
        if (in[tid * 16 + i] == 0) break;
    out[tid * 16 + i] = 1; //~ ERROR race
}
