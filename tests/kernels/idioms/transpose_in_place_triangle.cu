//@ flags: --block 16,16 --grid 1
//@ verdict: races=proved divergence=proved
// Only the thread with x > y touches the pair of cells (x, y) and (y, x).
__global__ void k(float *a) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x > y) {
        float v = a[y * 16 + x];
        a[y * 16 + x] = a[x * 16 + y];
        a[x * 16 + y] = v;
    }
}
