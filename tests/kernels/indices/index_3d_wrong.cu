//@ flags: --block 4,4,4 --grid 1
//@ verdict: races=refuted divergence=proved
// The middle coordinate has no guard.
__global__ void k(float *a, int w, int h, int d) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    if (x < w && z < d) a[(z * h + y) * w + x] = 1.0f; //~ ERROR race
}
