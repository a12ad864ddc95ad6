//@ revisions: good relaxed_red release_atom
//@ verdict: races=proved
//[relaxed_red]@ verdict: races=refuted
//[release_atom]@ verdict: races=refuted
//@ flags: --block 32 --grid 4
// A barrier of the grid: `red.release` arrives, `atom.acquire` waits.
#ifdef relaxed_red
#define ARRIVE "red.relaxed.gpu.global.add.u32"
#else
#define ARRIVE "red.release.gpu.global.add.u32"
#endif
#ifdef release_atom
#define WAIT "atom.release.gpu.global.add.u32"
#else
#define WAIT "atom.acquire.gpu.global.add.u32"
#endif
__global__ void k(int *in, int *out, unsigned *arrived) {
    int b = blockIdx.x, t = threadIdx.x;
    in[b * 32 + t] = t;  //[relaxed_red,release_atom]~ ERROR race
    __syncthreads();
    if (t == 0) {
        asm volatile(ARRIVE " [%0], %1;" : : "l"(arrived), "r"(1u) : "memory");
        unsigned seen = 0;
        while (seen < gridDim.x) asm volatile(WAIT " %0, [%1], %2;" : "=r"(seen) : "l"(arrived), "r"(0u) : "memory");
    }
    __syncthreads();
    out[b * 32 + t] = in[(b + 1) % 4 * 32 + t];  //[relaxed_red,release_atom]~ ERROR race
}
