//@ flags: --block 8 --grid 1
//@ kernel: k assertions=proved
//@ kernel: wrong assertions=refuted
//@ kernel: declared assertions=proved
// A friend that is defined in a class looks names up there first; one that is only declared there does not.
const int N = 1;
struct S {
  static const int N = 2;
  friend __global__ void k(int *o) {
    //@ assert N == 2 && ::N == 1;
    o[threadIdx.x] = N;
  }
  friend __global__ void wrong(int *o) {
    //@ assert N == 1; //~ ERROR assert
    o[threadIdx.x] = N;
  }
  friend __global__ void declared(int *o);
};
__global__ void k(int *o);
__global__ void wrong(int *o);
__global__ void declared(int *o) {
  //@ assert N == 1;
  o[threadIdx.x] = N;
}
