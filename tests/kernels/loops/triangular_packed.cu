//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Packed lower triangle: row t occupies cells t(t+1)/2 .. t(t+1)/2 + t, and rows do not overlap.
__global__ void k(float *a) {
    int tid = threadIdx.x;
    int row = tid * (tid + 1) / 2;
    for (int j = 0; j <= tid; j++) a[row + j] = 1.0f;
}
