//@ flags: --block 8 --grid 1 --modular
//@ kernel: next contract=proved
//@ kernel: wrong contract=refuted
//@ kernel: k assertions=proved
// The variables of the caller mean nothing in a function: `n` is the constant where the function does not declare it.
const int n = 5;

//@ requires a < 100;
//@ ensures \result == a + n;
__device__ int next(int a) { return a + n; }

//@ requires a < 100;
//@ ensures \result == a + 7; //~ ERROR ensures
__device__ int wrong(int a) { return a + n; }

__global__ void k(int *o) {
  int n = 7;
  int v = next(1);
  //@ assert v == 6 && n == 7;
  o[threadIdx.x] = v + n;
}
__global__ void calls_wrong(int *o) { o[threadIdx.x] = wrong(1); }
