//@ revisions: good argument extent member stored
//[good]@ verdict: assertions=proved
//[argument,extent,member,stored]@ verdict: assertions=refuted
// A global variable has one value in a launch, unless an argument or an extent may change it.
#include <cassert>
#include <cstdio>
struct Shape {
  int threads;
};
int n;
Shape shape;
int next() { return ++n; }
int grown() { return ++shape.threads; }
int twice(int x) { return 2 * x; }
__global__ void k(int step, int n) { assert(n == blockDim.x); } //[argument,extent,member,stored]~ ERROR assert
int main(int argc, char **) {
  int *p = &n;
  scanf("%d %d", &n, &shape.threads);
#if defined(good)
  k<<<1, n>>>(twice(argc), n);
#elif defined(argument)
  k<<<1, n>>>(next(), n);
#elif defined(extent)
  k<<<next(), n>>>(1, n);
#elif defined(member)
  k<<<1, shape.threads>>>(grown(), shape.threads);
#elif defined(stored)
  k<<<1, n>>>((*p)++, n);
#endif
}
