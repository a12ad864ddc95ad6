//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Assignments of unions, whose code Clang leaves out of the tree.
union Word { int i; float f; };
struct Holder { int tag; union { int a; float b; }; };
template <class T> union Either { T left; unsigned right; };
__global__ void whole(Word *a, const Word *b) {
    a[threadIdx.x / 2] = b[threadIdx.x]; //~ ERROR race
}
__global__ void member(Holder *a, const Holder *b) {
    a[threadIdx.x / 2] = b[threadIdx.x]; //~ ERROR race
}
__global__ void instance(Either<int> *a) {
    __shared__ Either<int> s[64];
    s[threadIdx.x].left = threadIdx.x; //~ ERROR race
    Either<int> e;
    e = s[63 - threadIdx.x]; //~ ERROR race
    a[threadIdx.x] = e;
}
