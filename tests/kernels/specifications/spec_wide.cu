//@ verdict: assertions=inconclusive
// Values of 2^63 and more have no 64-bit signed expression: a true claim about them is not proved, and nothing is refuted.

//@ requires m > 0
__global__ void wide(int *a, unsigned long long m) {
  //@ assert m > 0
}
