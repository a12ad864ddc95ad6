//@ verdict: races=proved divergence=proved
// Rows are pitch cells apart and pitch is at least the width.
__global__ void k(float *a, int w, int h, int pitch) {
    __requires(pitch >= w);
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) a[y * pitch + x] = 1.0f;
}
