//@ flags: --block 64 --grid 1
//@ verdict: error
// Not a program.
__global__ void k(int *a) {
    a[threadIdx.x] = ;
}
