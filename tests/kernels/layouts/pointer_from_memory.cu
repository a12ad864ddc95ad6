//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive|refuted
// Two rows of the table may be the same address or different ones; the host decides.
__global__ void k(int **rows) {
    rows[threadIdx.x][0] = threadIdx.x;
}
