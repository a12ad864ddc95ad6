//@ verdict: error
// A thread ends before the kernel does: what memory holds then is not what it holds at the end.
__global__ void kernel(int *a) {
  //@ ensures x == a[0];
  int x = a[0];
  a[0] = x;
}
