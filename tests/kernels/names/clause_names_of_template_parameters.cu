//@ flags: --block 8 --grid 1
//@ kernel: k<3> assertions=proved
//@ kernel: in_condition<4> assertions=proved
//@ kernel: wrong<3> assertions=refuted
//@ kernel: own<3> assertions=unsupported
// Clauses name the parameters of a template whether or not the body uses them.
template <int A> __global__ void k(int *o) {
  int v = A;
  //@ assert v == A && A == 3;
  for (int i = 0; i < A; i++) {
    //@ loop invariant 0 <= i <= A;
    v += 1;
  }
  //@ assert v == 2 * A;
  o[threadIdx.x] = v;
}
template __global__ void k<3>(int *);
template <int A> __global__ void in_condition(int *o) {
  if constexpr (A > 3) {
    //@ assert A == 4;
    o[threadIdx.x] = A;
  }
}
template __global__ void in_condition<4>(int *);
template <int A> __global__ void wrong(int *o) {
  int v = A + 1;
  //@ assert v == A; //~ ERROR assert
  o[threadIdx.x] = v;
}
template __global__ void wrong<3>(int *);
// The body declares another parameter of the name.
template <int A> __global__ void own(int *o) {
  auto add = []<int A>(int x) { return x + A; };
  int v = add.template operator()<5>(1);
  //@ assert A == 3;
  o[threadIdx.x] = v + A;
}
template __global__ void own<3>(int *);
