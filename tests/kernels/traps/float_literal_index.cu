//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// (int)(0 * 0.5f) == (int)(1 * 0.5f) == 0: threads 0 and 1 store to a[0].
__global__ void k(int *a) {
    int tid = threadIdx.x;
    a[(int)(tid * 0.5f)] = tid; //~ ERROR race
}
