//@ flags: --block 64 --grid 1
//@ kernel: cast_to_void races=proved
//@ kernel: statements races=proved
//@ kernel: behind_the_end bounds=proved
//@ kernel: objects races=proved
//@ kernel: in_operands races=proved
//@ kernel: volatile_element races=refuted
//@ kernel: index races=refuted
//@ kernel: pointer_to_object races=refuted
//@ kernel: converted races=refuted
// A discarded lvalue is not read unless it is volatile; its operands are evaluated.
struct S {
  int a[4];
  static int b;
  static __device__ int f() { return 1; }
};
__global__ void cast_to_void() {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  (void)s[0];
  (void)(const int &)s[0];
}
__global__ void statements(int *o, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  s[1];
  *&s[2];
  n ? s[0] : s[1];
  (s[3], s[4]);
  *o;
}
__global__ void behind_the_end() {
  int s[4];
  (void)s[4];
}
__global__ void objects(int *o) {
  __shared__ S s[64];
  s[threadIdx.x].a[1] = 1;
  s[3].a[1];
  o[threadIdx.x] = s[63 - threadIdx.x].f();
}
__global__ void in_operands(int *o) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  o[threadIdx.x] = (s[0], 1);
}
__global__ void volatile_element() {
  __shared__ volatile int s[64];
  s[threadIdx.x] = 1; //~ ERROR race
  s[0]; //~ ERROR race
}
__global__ void index() {
  __shared__ int s[64];
  s[threadIdx.x] = 1; //~ ERROR race
  int t[64];
  (void)t[s[0]]; //~ ERROR race
}
__global__ void pointer_to_object(int *o) {
  __shared__ S *s[64];
  s[threadIdx.x] = 0; //~ ERROR race
  o[threadIdx.x] = s[63 - threadIdx.x]->f(); //~ ERROR race
}
__global__ void converted() {
  __shared__ int s[64];
  s[threadIdx.x] = 1; //~ ERROR race
  (int)s[0]; //~ ERROR race
}
