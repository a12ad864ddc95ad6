//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=refuted divergence=proved
// What thread 0 stores is not what thread 1 loads, as long as nothing orders the two.
__global__ void k(int *a) {
    if (threadIdx.x == 0) a[0] = 1;  //~ ERROR race
    int v = a[0];                    //~ ERROR race
    if (threadIdx.x == 1) a[0] = v;
}
