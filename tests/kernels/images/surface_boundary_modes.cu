//@ flags: --block 64 --grid 8
//@ verdict: races=proved
// Writes in front of a surface are ignored in one mode, and the end of a row is not the start of the next.
__global__ void ignored(cudaSurfaceObject_t s) {
    int x = (int)threadIdx.x - 32;
    if (blockIdx.x == 0) surf2Dwrite(1.0f, s, 4 * (x < 0 ? -1 : x), 1, cudaBoundaryModeZero);
    if (blockIdx.x == 1 && threadIdx.x == 0) surf2Dwrite(2.0f, s, (1 << 20) - 4, 0, cudaBoundaryModeZero);
}

// Rows of 131072 elements of 16 bytes.
__global__ void wide(cudaSurfaceObject_t s) {
    surf2Dwrite(make_float4(1, 2, 3, 4), s, 16 * (131071 - threadIdx.x), blockIdx.x);
    if (threadIdx.x == 0) surf2Dwrite(make_float4(1, 2, 3, 4), s, 0, blockIdx.x);
}

__global__ void layers(cudaSurfaceObject_t s) {
    surf2DLayeredwrite((short)threadIdx.x, s, 2 * threadIdx.x, 7, blockIdx.x);
}
