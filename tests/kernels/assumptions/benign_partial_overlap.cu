//@ flags: --block 2 --grid 1 --benign --without aligned
//@ verdict: races=refuted
// Equal values at places that overlap by half are different bytes.
__global__ void k(char *a) {
    *(int *)(a + 2 * threadIdx.x) = 0x01020304;  //~ ERROR race
}
