//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Only cells from 32 on are loaded, only cells below 32 are stored.
// bad: With the operands exchanged everybody loads a[t], also threads below 32, whose cells are stored.
__global__ void k(int *a) {
    int t = threadIdx.x;
#ifdef bad
    if (a[t] > 0 && t >= 32) a[t - 32] = 1; //[bad]~ ERROR race
#else
    if (t >= 32 && a[t] > 0) a[t - 32] = 1;
#endif
}
