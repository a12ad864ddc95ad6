//@ verdict: error
// Nothing says which array the ghost array is a copy of: in a range only is not enough.
__global__ void kernel(int *a, int n) {
  /*@ ghost int b[];
      requires \forall i; 0 <= i && i < n -> a[i] == b[i];
      ensures \forall i; 0 <= i && i < n -> a[i] == b[i] */
  a[0] = a[0];
}
