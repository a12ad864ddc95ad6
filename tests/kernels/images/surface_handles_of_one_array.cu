//@ flags: --block 64 --grid 1 --without no-alias
//@ verdict: races=inconclusive
// Both handles may be of one array.
__global__ void k(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
    float v;
    surf2Dread(&v, from, 4 * (63 - threadIdx.x), 0);
    surf2Dwrite(v, to, 4 * threadIdx.x, 0);
}
