//@ revisions: good relaxed_red release_atom
//@ verdict: races=proved
//[relaxed_red]@ verdict: races=refuted
//[release_atom]@ verdict: races=refuted
//@ flags: --block 32 --grid 4
// A barrier of the grid: `red.release` arrives, `atom.acquire` waits.
__global__ void k(int *in, int *out, unsigned *arrived) {
    int b = blockIdx.x, t = threadIdx.x;
    in[b * 32 + t] = t;  //[relaxed_red,release_atom]~ ERROR race
    __syncthreads();
    if (t == 0) {
#ifdef relaxed_red
        asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" : : "l"(arrived), "r"(1u) : "memory");
#else
        asm volatile("red.release.gpu.global.add.u32 [%0], %1;" : : "l"(arrived), "r"(1u) : "memory");
#endif
        unsigned seen;
        do {
#ifdef release_atom
            asm volatile("atom.release.gpu.global.add.u32 %0, [%1], %2;" : "=r"(seen) : "l"(arrived), "r"(0u) : "memory");
#else
            asm volatile("atom.acquire.gpu.global.add.u32 %0, [%1], %2;" : "=r"(seen) : "l"(arrived), "r"(0u) : "memory");
#endif
        } while (seen < gridDim.x);
    }
    __syncthreads();
    out[b * 32 + t] = in[(b + 1) % 4 * 32 + t];  //[relaxed_red,release_atom]~ ERROR race
}
