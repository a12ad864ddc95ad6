//@ verdict: assertions=proved
//@ kernel: first assertions=refuted
// Outputs are written behind the whole statement: the second load reads what stood there before.
#include <assert.h>
__global__ void first(unsigned *p, unsigned *q) {
  unsigned y;
  p[0] = 7;
  asm volatile("ld.global.u32 %0, [%2]; ld.global.u32 %1, [%3];" : "=&r"(p[0]), "=r"(y) : "l"(q), "l"(p) : "memory");
  assert(y == q[0]);  //~ ERROR assert
}
__global__ void before(unsigned *p, unsigned *q) {
  unsigned y;
  p[0] = 7;
  asm volatile("ld.global.u32 %0, [%2]; ld.global.u32 %1, [%3];" : "=&r"(p[0]), "=r"(y) : "l"(q), "l"(p) : "memory");
  assert(y == 7);
}
void launch(unsigned *p, unsigned *q) {
  first<<<1, 1>>>(p, q);
  before<<<1, 1>>>(p, q);
}
