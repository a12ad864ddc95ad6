//@ revisions: good opposite missing
//@ verdict: divergence=proved
//[opposite]@ verdict: divergence=refuted
//[missing]@ verdict: divergence=refuted
//@ flags: --block 64 --grid 1
// Two warps that meet twice, in the same order.
__global__ void k(int *out) {
    int t = threadIdx.x;
#ifdef opposite
    if (t < 32) {
        asm volatile("bar.sync 1, 64; bar.sync 2, 64;" ::: "memory");  //[opposite]~ ERROR divergence
    } else {
        asm volatile("bar.sync 2, 64; bar.sync 1, 64;" ::: "memory");  //[opposite]~ ERROR divergence
    }
#else
    asm volatile("bar.sync 1, 64;" ::: "memory");
#ifdef missing
    if (t < 32)
#endif
        asm volatile("bar.sync 2, 64;" ::: "memory");  //[missing]~ ERROR divergence
#endif
    out[t] = t;
}
