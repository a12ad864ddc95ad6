//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// v[n & 1] may overwrite v[0], which indexes the array.
__global__ void k(int *a, int n) {
    int v[2] = {(int)threadIdx.x, 0};
    v[n & 1] = 3;
    a[v[0]] = threadIdx.x; //~ ERROR race
}
