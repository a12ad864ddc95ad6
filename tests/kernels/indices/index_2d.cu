//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
//[bad]@ flags: --block 8,8 --grid 2,2
// good: 0 <= x < w makes y * w + x injective.
// bad: `x <= w` lets one column run over into the next row.
__global__ void k(float *a, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
#ifdef bad
    if (x <= w && y < h) a[y * w + x] = x + y; //[bad]~ ERROR race
#else
    if (x < w && y < h) a[y * w + x] = x + y;
#endif
}
