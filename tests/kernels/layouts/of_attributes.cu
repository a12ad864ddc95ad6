//@ flags: --block 64 --grid 1
//@ kernel: sizes assertions=proved
//@ kernel: natural_alignment assertions=inconclusive|unsupported
//@ kernel: not_as_microsoft assertions=refuted
//@ kernel: loose_apart races=proved
//@ kernel: loose_meets races=refuted
//@ kernel: bound_apart races=proved
//@ kernel: bound_meets races=refuted
//@ kernel: without_object races=unsupported
// Layouts under attributes and pragmas whose effect is not in the syntax tree, as the compiler states them.
typedef int __attribute__((aligned(2))) loose;
typedef int __attribute__((aligned(16))) strict;
struct Loose { char c; loose i; };
struct __attribute__((ms_struct)) Microsoft { char a : 3; int b : 5; };
#ifdef TIGHT
#pragma pack(push, 2)
#else
#pragma pack(push, 1)
#endif
struct Bound { char c; int i; short s; };
#pragma pack(pop)
struct Late { char c; int i; } __attribute__((packed));
__global__ void sizes() {
  assert(sizeof(Loose) == 6 && sizeof(Microsoft) == 8 && sizeof(Bound) == 7 && sizeof(Late) == 5);
  assert(alignof(Loose) == 2 && alignof(Bound) == 1);
}
__global__ void natural_alignment() { assert(alignof(strict) == 16); }
__global__ void not_as_microsoft() { assert(sizeof(Microsoft) == 4); } //~ ERROR assert
__global__ void loose_apart(Loose *a) {
  if (threadIdx.x == 0) a[1].i = 1;
  if (threadIdx.x == 1) ((char *)a)[7] = 7;
}
__global__ void loose_meets(Loose *a) {
  if (threadIdx.x == 0) a[1].i = 1;         //~ ERROR race
  if (threadIdx.x == 1) ((char *)a)[8] = 7; //~ ERROR race
}
__global__ void bound_apart(Bound *a) {
  if (threadIdx.x == 0) a[1].s = 1;
  if (threadIdx.x == 1) ((char *)a)[11] = 7;
}
__global__ void bound_meets(Bound *a) {
  if (threadIdx.x == 0) a[1].s = 1;          //~ ERROR race
  if (threadIdx.x == 1) ((char *)a)[12] = 7; //~ ERROR race
}
// No object of the type tells the compiler to lay it out, and no name reaches it from elsewhere.
__global__ void without_object(int *a) {
  struct __attribute__((packed)) Local { char c; int i; };
  ((Local *)a)[threadIdx.x].i = 1;
}
