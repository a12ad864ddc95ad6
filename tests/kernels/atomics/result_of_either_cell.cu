//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Which counter is asked depends on the thread; both start where their input says.
__global__ void k(int *out, int *x, int *y) {
    int p = atomicAdd(threadIdx.x % 2 ? x : y, 1);
    out[p] = threadIdx.x; //~ ERROR race
}
