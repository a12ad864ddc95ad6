//@ kernel: threads@7 assertions=refuted
//@ kernel: threads@10 assertions=proved
// The extent of an array in an operand of `sizeof` is evaluated.
#include <cassert>
__global__ void threads(int n) { assert(blockDim.x == n); } //~ ERROR assert
void counted(int n) {
  threads<<<1, n, sizeof(char[n++])>>>(n);
}
void plain(int n) {
  threads<<<1, n, sizeof(char[4])>>>(n);
}
