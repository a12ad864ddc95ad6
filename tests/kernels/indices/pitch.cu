//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=unusual-launch divergence=proved
//[bad]@ flags: --block 8,8 --grid 1
// good: Rows are pitch cells apart and pitch is at least the width.
// bad: Nothing says that the pitch is at least the width.
__global__ void k(float *a, int w, int h, int pitch) {
#ifdef bad
    int x = threadIdx.x, y = threadIdx.y;
#else
    __requires(pitch >= w);
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
#endif
    if (x < w && y < h) a[y * pitch + x] = 1.0f; //[bad]~ ERROR race
}
