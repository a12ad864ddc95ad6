//@ verdict: error
// A clause of a file that is a part of a body is not read.
__device__ void k(int *a, int n) {
#include "included/asserted.inc"
}
