//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// Nothing is known of n.
__global__ void k(int *a, int n) {
    __assert(n > 0); //~ ERROR assert
    a[threadIdx.x] = n;
}
