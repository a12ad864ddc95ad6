//@ revisions: good bad
//[good]@ verdict: races=!refuted divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
//[bad]@ flags: --block 8,8 --grid 2,2
// good: True: no race. Whether it is proved depends on how far the solver gets: products of launch extents.
// Four by four cells a thread in a matrix with as many columns as 4 * (threads in x). The limit on the grid keeps the
// width below 2^31.
// bad: The width forgets the factor 4: rows of different gy overlap.
__global__ void k(float *a) {
#ifndef bad
    __requires(gridDim.x <= 65535);
#endif
    int gx = blockIdx.x * blockDim.x + threadIdx.x;
    int gy = blockIdx.y * blockDim.y + threadIdx.y;
#ifdef bad
    int width = gridDim.x * blockDim.x;
#else
    int width = 4 * gridDim.x * blockDim.x;
#endif
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) a[(4 * gy + i) * width + 4 * gx + j] = i + j; //[bad]~ ERROR race
}
