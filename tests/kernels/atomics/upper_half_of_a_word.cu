//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Atomics of two widths are atomic to each other only where they are of the same bytes; these share bytes 4..8 of a counter.
__global__ void k(unsigned long long *out) {
    __shared__ unsigned long long both;
    if (threadIdx.x == 0) both = 0;
    __syncthreads();
    if (threadIdx.x < 32) atomicMax(&both, 5ull);                 //~ ERROR race
    else atomicOr(reinterpret_cast<unsigned *>(&both) + 1, 1u);   //~ ERROR race
    __syncthreads();
    if (threadIdx.x == 0) out[0] = both;
}
