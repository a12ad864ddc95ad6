//@ flags: --block 8,8 --grid 1
//@ verdict: races=refuted
// Rows -1 and 0 are both row 0.
__global__ void k(cudaSurfaceObject_t s) {
    int y = (int)threadIdx.y - 1;
    surf2Dwrite((int)threadIdx.y, s, 4 * (int)threadIdx.x, y, cudaBoundaryModeClamp);   //~ ERROR race
}
