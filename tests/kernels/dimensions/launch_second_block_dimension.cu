//@ flags: --block 8,8 --grid 1
//@ verdict: races=refuted divergence=proved
// Eight threads share each threadIdx.x. Equal values do not make it less of a race.
__global__ void k(int *a) {
    a[threadIdx.x] = 1; //~ ERROR race
}
