//@ verdict: races=refuted
// The difference wraps around for the first thread of every block, whose element is that of the second one.
__global__ void previous(int *out) {
  if (blockIdx.x == 0) out[(threadIdx.x - 1) % 4294967295u] = 1; //~ ERROR race
}
