//@ flags: --block 4 --grid 1
//@ verdict: races=refuted
// Two entries are equal.
__global__ void k(int *out) {
    int p[4] = {2, 0, 3, 2};
    out[p[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
