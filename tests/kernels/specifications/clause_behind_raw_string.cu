//@ kernel: positive assertions=refuted
//@ kernel: behind_quote assertions=refuted
// A raw string ends at its delimiter; what looks like a comment in it is none.
const char *usage = R"(
usage: bench [-v] kernels/*.cu
)";
__global__ void positive(int *a, int n) {
  //@ assert n > 0;
  a[threadIdx.x] = n;
}
__global__ void behind_quote(int *a, int n) {
  const char *s = R"(a"b)"; //@ assert n > 0;
  a[threadIdx.x] = n;
}
