//@ flags: --block 64 --grid 1 --without no-alias
//@ verdict: races=inconclusive
// A texture may lie over what the kernel writes.
texture<float, 1, cudaReadModeElementType> old;

__global__ void over_buffer(float *p) { p[threadIdx.x] = tex1Dfetch(old, threadIdx.x + 1); }

__global__ void over_surface(cudaTextureObject_t t, cudaSurfaceObject_t s) {
    surf1Dwrite(tex1D<float>(t, threadIdx.x + 1.5f), s, 4 * threadIdx.x);
}
