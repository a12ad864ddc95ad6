//@ flags: --block 64 --grid 4
//@ verdict: races=proved
// Atomics of two widths on one array that have no common byte, and several of one width on the same element.
__global__ void k(unsigned *cells) {
    atomicAdd(reinterpret_cast<unsigned long long *>(cells) + 2 * (threadIdx.x % 8), 1ull);
    atomicAdd(cells + 4 * (threadIdx.x % 8) + 2, 1u);
    atomicExch(cells + 4 * (threadIdx.x % 4) + 3, threadIdx.x);
}
