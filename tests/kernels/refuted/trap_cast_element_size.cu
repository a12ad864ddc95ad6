//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// p[2] lies inside q[1]: the store of thread 2 meets the store of thread 1.
__global__ void k(short *p) {
    int tid = threadIdx.x;
    int *q = (int *)p;
    q[tid] = tid; //~ ERROR race
    p[tid] = 3;   //~ ERROR race
}
