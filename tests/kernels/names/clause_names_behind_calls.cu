//@ flags: --block 8 --grid 1
//@ verdict: assertions=proved
//@ kernel: wrong_own assertions=refuted
//@ kernel: wrong_constant assertions=refuted
//@ kernel: wrong_in_condition assertions=refuted
//@ kernel: wrong_in_loop assertions=refuted
// Behind a call, the names of clauses mean what they mean in the code: the variables of the function that is called, of
// a lambda, a constructor and a statement expression end with it.
const int q = 9;
__device__ int f(int x) { int q = 3; return q + x; }
__device__ int nested(int x) { int r = f(x); int s = f(r); return r + s; }
struct Point {
  int x;
  __device__ Point(int a) { int m = a + 1; x = m; }
  __device__ int moved(int by) const { int m = x + by; return m; }
  __device__ int operator()(int by) { int m = by; return m; }
};

__global__ void own(int *o) {
  int q = 7;
  int v = f(1);
  //@ assert q == 7 && v == 4;
  int w = nested(2);
  //@ assert q == 7 && w == 13;
  o[threadIdx.x] = v + w + q;
}
__global__ void wrong_own(int *o) {
  int q = 7;
  int v = f(1);
  //@ assert q == 3; //~ ERROR assert
  o[threadIdx.x] = v + q;
}
__global__ void constant(int *o) {
  int v = f(1);
  //@ assert q == 9;
  o[threadIdx.x] = v;
}
__global__ void wrong_constant(int *o) {
  int v = f(1);
  //@ assert q == 3; //~ ERROR assert
  o[threadIdx.x] = v;
}
__global__ void in_condition(int *o) {
  if (f(1) > 0) {
    //@ assert q == 9;
    o[threadIdx.x] = 1;
  }
  for (int c = f(0); c < 5; c++) {
    //@ assert q == 9 && 3 <= c;
    o[threadIdx.x] = c;
  }
}
__global__ void wrong_in_condition(int *o) {
  if (int c = f(1)) {
    //@ assert q == 3 && c == 4; //~ ERROR assert
    o[threadIdx.x] = c;
  }
}
__global__ void members(int *o) {
  int m = 50;
  Point p(4);
  //@ assert m == 50 && p.x == 5;
  int v = p.moved(2);
  //@ assert m == 50 && v == 7;
  int w = p(3);
  //@ assert m == 50 && w == 3;
  o[threadIdx.x] = v + w;
}
__global__ void lambdas(int *o) {
  int m = 50;
  auto add = [=](int x) { int m = x; return m + 1; };
  int v = add(2);
  //@ assert m == 50 && v == 3;
  o[threadIdx.x] = v + m;
}
__global__ void statement_expression(int *o) {
  int m = 50;
  int v = ({ int m = 2; m + 1; });
  //@ assert m == 50 && v == 3;
  o[threadIdx.x] = v + m;
}
__device__ int dot(int x, int y) { int sum = x * y; return sum + 1; }
//@ requires n >= 0;
__global__ void in_loop(int *o, int n) {
  int sum = 0;
  int start = dot(2, 3);
  for (int i = 0; i < n; i++) {
    //@ loop invariant sum == 2 * i;
    sum += 2;
  }
  o[threadIdx.x] = sum + start;
}
//@ requires n >= 0;
__global__ void wrong_in_loop(int *o, int n) {
  int sum = 0;
  int start = dot(2, 3);
  for (int i = 0; i < n; i++) {
    //@ loop invariant sum == 6; //~ ERROR assert
    sum += 2;
  }
  o[threadIdx.x] = sum + start;
}
// The variable of a statement with a label belongs to the block around it.
__global__ void behind_label(int *o) {
begin:
  int q = 7;
  //@ assert q == 7;
  o[threadIdx.x] = q;
}
