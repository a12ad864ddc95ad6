//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Where the loop ends depends on the data, but never leaves the thread's row of 16.
__global__ void k(const int *in, int *out) {
    int tid = threadIdx.x;
    for (int i = 0; i < 16; i++) {
        if (in[tid * 16 + i] < 0) break;
        out[tid * 16 + i] = i;
    }
}
