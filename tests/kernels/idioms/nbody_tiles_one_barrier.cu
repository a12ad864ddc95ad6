//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Without the second barrier the next tile overwrites positions still in use.
__global__ void k(const float *pos, float *acc, int tiles) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = 0.0f;
    for (int i = 0; i < tiles; i++) {
        s[t] = pos[i * 64 + t];                      //~ ERROR race
        __syncthreads();
        for (int j = 0; j < 64; j++) a += s[j];      //~ ERROR race
    }
    acc[t] = a;
}
