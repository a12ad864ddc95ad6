//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Byte 64 of the array is the first byte of a[16], which thread 16 stores.
__global__ void k(int *a) {
    char *c = (char *)a;
    a[threadIdx.x] = 1;               //~ ERROR race
    if (threadIdx.x == 0) c[64] = 2;  //~ ERROR race
}
