//@ verdict: races=proved divergence=proved bounds=refuted
// Flags are combined: READ | WRITE | EXECUTE is 7.
enum Access { NONE = 0, READ = 1, WRITE = 2, EXECUTE = 4 };
__global__ void k(Access access, int *out) {
  __shared__ int table[7];
  if (threadIdx.x == 0)
    table[access] = 1; //~ ERROR bounds
}
