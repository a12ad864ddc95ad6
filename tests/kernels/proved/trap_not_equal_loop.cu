//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// `i != 4` runs i = 0..3: each thread has four cells of its own.
__global__ void k(int *a) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i != 4; i++) a[gid * 4 + i] = i;
}
