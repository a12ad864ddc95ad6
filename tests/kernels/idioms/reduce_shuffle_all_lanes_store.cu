//@ flags: --block 256 --grid 1
//@ verdict: races=refuted divergence=proved
// Without `lane == 0` all lanes of a warp store to one cell.
__global__ void k(const int *in, int *out) {
    int tid = threadIdx.x;
    int v = in[tid];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    out[tid / 32] = v; //~ ERROR race
}
