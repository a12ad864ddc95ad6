//@ flags: --block 2 --grid 1
//@ kernel: offset_of_second assertions=unsupported
//@ kernel: offset_of_first assertions=unsupported
//@ kernel: one_byte races=unsupported
// `struct S` is printed without its scope; the two records differ in the value of `#pragma pack`, which is not in the tree.
#include <cassert>
namespace a {
#pragma pack(push, 1)
struct S { char a; double c; char d; };
#pragma pack(pop)
}
namespace b {
#pragma pack(push, 2)
struct S { char a; double c; char d; };
#pragma pack(pop)
__device__ int offset(struct S *p) { return (int)((char *)&p->d - (char *)p); }
__device__ void set(struct S *p) { p->d = 1; }
}
__global__ void offset_of_second() { b::S t; assert(b::offset(&t) == 10); }
__global__ void offset_of_first() { b::S t; assert(b::offset(&t) == 9); }
__global__ void one_byte(char *p) { if (threadIdx.x == 0) b::set((b::S *)p); else if (threadIdx.x == 1) p[10] = 2; }
