//@ flags: --block 64 --grid 1
//@ verdict: error
// The value of the constant is not known.
const int width = unknown::width;
__global__ void k(int *p) {
    if (width == 0) p[0] = threadIdx.x;
}
