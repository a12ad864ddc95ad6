//@ verdict: error
// The enumerator of the body hides that of the file; clauses do not know those of bodies.
enum A { X = 1 };
__global__ void k(int *b) {
  enum B { X = 2 };
  //@ assert X == 1; //~ ERROR WP0507
  b[blockIdx.x * blockDim.x + threadIdx.x] = X;
}
