//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Wherever the search ends, 0 <= i <= 16, and rows are 17 apart.
__global__ void k(const int *in, int *out) {
    int tid = threadIdx.x, i;
    for (i = 0; i < 16; i++)
        if (in[tid * 16 + i] == 0) break;
    out[tid * 17 + i] = 1;
}
