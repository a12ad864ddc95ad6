//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The first coordinate counts bytes: elements of four bytes, one byte apart.
__global__ void k(cudaSurfaceObject_t s) {
    surf1Dwrite((int)threadIdx.x, s, threadIdx.x);   //~ ERROR race
}
