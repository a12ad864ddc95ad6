//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The name of the function is a string.
__global__ void k(int *a) {
    a[__func__[0] == 'k' ? 0 : threadIdx.x] = threadIdx.x; //~ ERROR race
}
