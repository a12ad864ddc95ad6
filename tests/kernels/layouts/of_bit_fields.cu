//@ flags: --block 4 --grid 1
//@ kernel: zero_width races=refuted
//@ kernel: zero_width_apart races=proved
//@ kernel: sizes assertions=proved
//@ kernel: wrong_size assertions=refuted
// A bit-field without a name does not align its struct; one of no width begins a unit.
struct Split { char c; int : 0; char d; };
struct Narrow { char c; int : 5; char d; };
struct Named { char c; int b : 5; char d; };
struct Units { short a : 9; short b : 9; char c; };
struct __attribute__((packed)) Packed { short a : 9; short b : 9; char c; };
union Either { int : 3; char c; };
__global__ void zero_width(Split *a) {
  if (threadIdx.x == 1) a[1].c = 1;           //~ ERROR race
  if (threadIdx.x == 0) ((char *)a)[5] = 2;   //~ ERROR race
}
__global__ void zero_width_apart(Split *a) {
  if (threadIdx.x == 1) a[1].c = 1;
  if (threadIdx.x == 0) ((char *)a)[8] = 2;
}
__global__ void sizes() {
  assert(sizeof(Split) == 5 && sizeof(Narrow) == 3 && sizeof(Named) == 4 && sizeof(Units) == 6);
  assert(sizeof(Packed) == 4 && sizeof(Either) == 1);
}
__global__ void wrong_size() {
  assert(sizeof(Narrow) == 4); //~ ERROR assert
}
