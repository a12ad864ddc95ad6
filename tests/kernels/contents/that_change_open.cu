//@ verdict: races=inconclusive
// What a precondition says of the contents at the launch holds later only of arrays that nobody writes.

// In truth race-free: each thread writes its own element after it has read it. What is read of a written array is not followed back to the launch.
//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void read_before_written(float *out, int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[p[i]] = i;
    p[i] = 0;
  }
}
