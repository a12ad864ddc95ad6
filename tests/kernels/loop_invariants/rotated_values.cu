//@ revisions: right wrong
//@ flags: --no-acceleration
//@ verdict: assertions=proved
//[wrong]@ verdict: assertions=refuted
// That the values differ is known before the loop and kept by it; a bound of one of them is not.
//@ requires a != b && a != c && b != c && a < 7
__global__ void rotated(int *out, int a, int b, int c, int n) {
  for (int i = 0; i < n; i++) {
    int first = a;
    a = b;
    b = c;
    c = first;
  }
#ifdef wrong
  assert(a < 7); //[wrong]~ ERROR assert
#else
  assert(a != b);
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = a - b;
}
