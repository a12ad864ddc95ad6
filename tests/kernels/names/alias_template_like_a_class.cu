//@ kernel: three assertions=unsupported
//@ kernel: other assertions=proved
// An instance of a template of aliases is printed like one of a class template.
#include <cassert>
namespace o { template <class T> struct Vec { T a, b; }; }
__device__ int use() { o::Vec<int> z{1, 2}; return z.a; }
namespace a {
template <class T> using Vec = T[3];
__device__ int step(char *b) { Vec<int> *p = (Vec<int> *)b; return (char *)(p + 1) - b; }
}
__global__ void three(char *b) { assert(a::step(b) == 12); }
__global__ void other() { assert(sizeof(int) == 4); }
