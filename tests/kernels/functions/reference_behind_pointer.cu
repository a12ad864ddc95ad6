//@ verdict: assertions=unsupported
// A reference to the function that a pointer points to is not read; it is no object in memory.
#include <cassert>
__device__ int next(int x) { return x + 1; }
__global__ void call() { int (*p)(int) = next; int (&r)(int) = *p; assert(r(4) == 5); }
