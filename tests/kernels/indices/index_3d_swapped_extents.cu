//@ flags: --block 4,4,4 --grid 1
//@ verdict: races=refuted divergence=proved
// The extents are swapped: with w = 4 and h = 1 (so y is 0), and d = 4, cells z * 4 + ... still differ, but w = 1 and
// h = 4 give (z * 1 + y) * 4, where z + y collides.
__global__ void k(float *a, int w, int h, int d) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    if (x < w && y < h && z < d) a[(z * w + y) * h + x] = 1.0f; //~ ERROR race
}
