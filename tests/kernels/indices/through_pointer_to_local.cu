//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The local that indexes the array is overwritten through a pointer.
__device__ void halve(int *p) { *p /= 2; }
__global__ void k(int *a) {
    int i = threadIdx.x;
    halve(&i);
    a[i] = threadIdx.x; //~ ERROR race
}
