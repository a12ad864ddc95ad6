//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The branch is taken for every result that a device may have.
__global__ void k(float *p) {
    float v = __expf(0.25f * threadIdx.x);
    if (v > 2.0f) p[0] = v;   //~ ERROR race
}
