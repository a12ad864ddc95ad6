//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported divergence=unsupported
// A barrier that the source does not name: neither proved without it nor refuted.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    asm volatile("bar.sync 0;" : : : "memory");
    out[t] = s[63 - t];
}
