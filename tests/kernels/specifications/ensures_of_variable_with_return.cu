//@ verdict: error
// The end of the body is not the only end of a thread.
__global__ void kernel(int n) {
  //@ ensures x == 0;
  int x = n;
  if (n > 0) return;
  x = 0;
}
