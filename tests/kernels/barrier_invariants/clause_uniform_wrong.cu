//@ verdict: assertions=refuted
//@ flags: --block 32 --grid 1
// A value that differs between threads is not the same for all.
__global__ void uniform(int *out, int n) {
    int round = threadIdx.x < 31 ? n : n + 1;
    //@ barrier invariant round == other(round);    //~ ERROR WP0403
    __syncthreads();
    out[threadIdx.x] = round;
}
