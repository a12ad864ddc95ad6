//@ verdict: races=proved divergence=proved bounds=refuted
// The last enumerator has no element.
enum Mode { FIRST, SECOND, LAST = 5 };
__global__ void k(Mode mode, int *out) {
  __shared__ int table[5];
  if (threadIdx.x == 0)
    table[mode] = 1; //~ ERROR bounds
}
