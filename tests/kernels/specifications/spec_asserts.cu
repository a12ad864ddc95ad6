//@ verdict: races=proved assertions=refuted
// Assertions in comments that do not hold; a precondition is no help where it speaks of something else.

//@ requires n >= 0
__global__ void off_by_one(int *a, int n) {
  int k = 0;
  //@ loop invariant k == i
  for (int i = 0; i < n; i++) {
    k++;
  }
  //@ assert k < n    //~ ERROR assert
}

__global__ void contents(int *a) {
  //@ assert a[threadIdx.x] > 0    //~ ERROR assert
}

__global__ void invariant(int *a, int n) {
  int k = 0;
  //@ loop invariant k < 3    //~ ERROR assert
  for (int i = 0; i < n; i++) {
    k++;
  }
}
