// warpproof: refuted WP0101
// The block is left out of the index: all blocks write the same cells.

__global__ void vector_add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
