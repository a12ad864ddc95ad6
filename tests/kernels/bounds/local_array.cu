//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved bounds=proved
// The mask keeps any index in 0..3.
__device__ int out[64];
__global__ void k(int n) {
    int v[4];
    for (int i = 0; i < 4; i++) v[i] = i * n;
    out[threadIdx.x] = v[(n + threadIdx.x) & 3];
}
