//@ verdict: races=proved divergence=proved assertions=proved
// A postcondition on a variable of the threads: what it holds when a thread has come to the end of the kernel.
__global__ void counted_up(int n) {
  /*@ ghost int m;
      requires n == 3 * m && 0 <= m && m < 1000;
      ensures x == 11;
      ensures y == 3 * m */
  int x = 0, y;
  //@ loop invariant x <= 11
  while (x <= 10) x++;
  y = n;
}
