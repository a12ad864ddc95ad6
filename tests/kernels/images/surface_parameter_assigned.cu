//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Both parameters name one surface.
__global__ void k(cudaSurfaceObject_t a, cudaSurfaceObject_t b) {
    a = b;
    surf2Dwrite(1, a, threadIdx.x * 4, 0);
    surf2Dwrite(2, b, threadIdx.x * 4 + 4, 0);
}
