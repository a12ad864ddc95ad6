//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The carry of the wide addition changes what the narrow one has handed out.
__global__ void k(int *out, unsigned *count) {
    if (threadIdx.x == 3) atomicAdd((unsigned long long *)count, 0xffffffffull);   //~ ERROR race
    int p = atomicAdd(count, 1u);   //~ ERROR race
    out[p] = threadIdx.x; //~ ERROR race
}
