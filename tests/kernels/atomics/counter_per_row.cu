//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A counter for each row: equal places of one row are never handed out twice, and rows do not overlap.
__global__ void k(const int *row, int *out, unsigned *count) {
    int r = row[threadIdx.x] & 3;
    unsigned p = atomicAdd(&count[r], 1u);
    if (p < 100u) out[r * 100 + p] = threadIdx.x;
}
