//@ verdict: error
// What a ghost statement, or a clause about threads, cannot say.
__device__ int counter;
__device__ int helper(int n) {
  return n;
}
__global__ void kernel(int *a, int n) {
  //@ assert \forall t : thread; t == 1;
}
