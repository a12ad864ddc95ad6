//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=proved divergence=proved
// Every thread has stored 1 itself before it loads, so it loads 1 in any order: tolerated when asked for, and only then
// (see refuted/trap_same_literal.cu).
__global__ void k(int *a, int *b) {
    a[0] = 1;
    b[threadIdx.x] = a[0];
}
