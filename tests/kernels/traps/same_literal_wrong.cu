//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// All threads store the same literal (a write-write race by the letter), and a read of the cell is unordered with
// the stores of the others. A tolerance for equal literals must not hide the read-write race.
__global__ void k(int *a, int *b) {
    a[0] = 1;                  //~ ERROR race
    b[threadIdx.x] = a[0];     //~ ERROR race
}
