//@ verdict: races=refuted
//@ flags: --block 32 --grid 1
// Different texels may hold one value.
texture<int, 1> table;

__global__ void scatter(int *a) {
  a[tex1Dfetch(table, threadIdx.x) & 15] = threadIdx.x;    //~ ERROR race
}
