//@ flags: --block 8 --grid 1
//@ flags: --clang-opt=-std=c++20
//@ kernel: k assertions=proved
//@ kernel: of_enumeration assertions=unsupported
//@ kernel: other_enumeration assertions=proved
// A declaration `using enum` may bring enumerators into any scope; a member of a class is not in scope outside of it.
constexpr int SIZE = 4, RED = 1, BLUE = 2;
struct S { enum { SIZE = 5 }; };
enum class Colour { RED = 3 };
__global__ void k(int *o) {
  //@ assert SIZE == 4 && S::SIZE == 5 && Colour::RED == 3;
  o[threadIdx.x] = 1;
}
__global__ void of_enumeration(int *o) {
  using enum Colour;
  //@ assert RED == 1;
  o[threadIdx.x] = 1;
}
__global__ void other_enumeration(int *o) {
  //@ assert BLUE == 2;
  o[threadIdx.x] = 1;
}
