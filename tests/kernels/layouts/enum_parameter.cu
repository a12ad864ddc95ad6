//@ verdict: races=proved divergence=proved bounds=proved
// Every enumerator has its element; other values of the type are none that a caller means.
enum Mode { FIRST, SECOND, LAST = 5 };
enum class Kind : unsigned char { Even, Odd };
__global__ void k(Mode mode, Kind kind, int *out) {
  __shared__ int table[6];
  __shared__ int parity[2];
  if (threadIdx.x == 0) {
    table[mode] = 1;
    parity[(int)kind] = 2;
  }
}
