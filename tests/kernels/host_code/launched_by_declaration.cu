//@ verdict: races=refuted
// The launches with 100 stand in front of the definitions, behind declarations that look otherwise.
struct S { int n; };
namespace a {
__global__ void in_namespace(int *p, int n);
}
__global__ void aliased(int *p, uint n);
__global__ void tagged(int *p, struct S s);
void first(int *p) {
  S s = {100};
  aliased<<<1, 64>>>(p, 100);
  tagged<<<1, 64>>>(p, s);
  a::in_namespace<<<1, 64>>>(p, 100);
}
__global__ void aliased(int *p, unsigned n) {
  if (n > 40) p[0] = threadIdx.x; //~ ERROR race
}
__global__ void tagged(int *p, S s) {
  if (s.n > 40) p[0] = threadIdx.x; //~ ERROR race
}
__global__ void a::in_namespace(int *p, int n) {
  if (n > 40) p[0] = threadIdx.x; //~ ERROR race
}
