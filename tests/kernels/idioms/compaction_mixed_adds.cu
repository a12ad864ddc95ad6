//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// One thread takes places back: a later add returns a place that was handed out before.
__global__ void k(const int *in, int *out, int *count) {
    int t = threadIdx.x;
    if (t == 7) atomicAdd(count, -1);
    int p = atomicAdd(count, 1);
    out[p] = in[t]; //~ ERROR race
}
