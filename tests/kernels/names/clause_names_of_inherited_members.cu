//@ revisions: good several member function
//@ flags: --block 8 --grid 1
//[several,member,function]@ verdict: error
//[good]@ verdict: assertions=proved
//[good]@ kernel: wrong assertions=refuted
//[good]@ kernel: wrong_parameter assertions=refuted
// A member of an object is that of its class, which hides those of its bases.
struct A { int x; int z; };
struct B : A { int x; int y; };
struct C : B { float z; };
struct D { struct { int x; int u; }; A a; };
#ifdef several
struct E1 { int x; };
struct E2 { int x; };
struct E : E1, E2 { int y; };
__global__ void k(int *o) {
  E q;
  q.E1::x = 1;
  q.E2::x = 2;
  //@ assert q.x == 1; //[several]~ ERROR WP0507
  o[threadIdx.x] = q.E1::x + q.E2::x;
}
#elif defined(member)
struct F : A { static const int x = 3; int y; };
__global__ void k(int *o) {
  F q;
  q.A::x = 1;
  //@ assert q.x == 1; //[member]~ ERROR WP0507
  o[threadIdx.x] = q.A::x + q.x;
}
#elif defined(function)
struct G : A { __device__ int x() const { return 3; } int y; };
__global__ void k(int *o) {
  G q;
  q.A::x = 1;
  //@ assert q.x == 1; //[function]~ ERROR WP0507
  o[threadIdx.x] = q.A::x + q.x();
}
#else
__global__ void k(int *o) {
  B q;
  q.x = 1;
  q.A::x = 2;
  q.z = 3;
  q.y = 4;
  //@ assert q.x == 1 && q.z == 3 && q.y == 4;
  C c;
  c.x = 5;
  c.A::x = 6;
  c.z = 7.0f;
  c.A::z = 8;
  //@ assert c.x == 5 && c.z == 7.0;
  D d;
  d.x = 9;
  d.a.x = 10;
  //@ assert d.x == 9 && d.a.x == 10;
  int4 v = make_int4(1, 2, 3, 4);
  v.y += 1;
  //@ assert v.y == 3 && v.w == 4;
  o[threadIdx.x] = q.x + q.A::x + c.x + d.x;
}
__global__ void wrong(int *o) {
  B q;
  q.x = 1;
  q.A::x = 2;
  //@ assert q.x == 2; //~ ERROR assert
  o[threadIdx.x] = q.x;
}
//@ requires p.x == 1;
__global__ void parameter(int *o, B p) {
  //@ assert p.x == 1;
  int v = p.x;
  //@ assert v == 1;
  o[threadIdx.x] = v;
}
//@ requires p.x == 1;
__global__ void wrong_parameter(int *o, B p) {
  int v = p.A::x;
  //@ assert v == 1; //~ ERROR assert
  o[threadIdx.x] = v;
}
#endif
