//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Odd i skip the store of the neighbour's cell; even i store to cells 2i * 64 + tid only.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    for (int i = 0; i < 16; i++) {
        a[(2 * i) * 64 + tid] = i;
        if (i % 2 == 0) continue;
        a[(2 * i + 1) * 64 + tid] = i;
    }
}
