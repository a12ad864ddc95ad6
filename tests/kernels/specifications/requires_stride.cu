//@ revisions: good bad
//[good]@ flags: --grid 1
//[bad]@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: stride >= 2 separates cells t * stride and t * stride + 1.
// bad: stride == 1 is allowed: cell t + 1 is the neighbour's cell.
__global__ void k(int *a, int stride) {
#ifdef bad
    __requires(stride >= 1);
#else
    __requires(stride >= 2);
#endif
    int t = threadIdx.x;
    a[t * stride] = 1; //[bad]~ ERROR race
    a[t * stride + 1] = 2; //[bad]~ ERROR race
}
