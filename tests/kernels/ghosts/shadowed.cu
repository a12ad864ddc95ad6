//@ verdict: error
// What a ghost statement, or a clause about threads, cannot say.
__device__ int counter;
__device__ int helper(int n) {
  return n;
}
__global__ void kernel(int *a, int n) {
  //@ ghost int g = 1;
  {
    int g = 2;
    //@ ghost g = 3;
    a[0] = g;
  }
}
