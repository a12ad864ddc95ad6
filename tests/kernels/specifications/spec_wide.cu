// Comparisons of values of 2^63 and more are exact. Sums of them have no 64-bit signed expression: a true claim about one is not proved, and nothing
// is refuted.
//@ kernel: compared assertions=proved
//@ kernel: added assertions=inconclusive

//@ requires m > 0
__global__ void compared(int *a, unsigned long long m) {
  //@ assert m > 0
}

//@ requires m > 0
__global__ void added(int *a, unsigned long long m) {
  //@ assert m + 1 > 1
}
