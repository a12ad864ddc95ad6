//@ verdict: assertions=refuted
// The loop ends one later.
__global__ void counted_too_far() {
  //@ ensures x == 10 //~ ERROR assert
  int x = 0;
  while (x <= 10) x++;
}
