//@ kernel: k@42 races=proved
//@ kernel: k@47 races=refuted
//@ kernel: l@23 races=refuted
//@ kernel: m@26 races=refuted
//@ kernel: o@43 races=proved
//@ kernel: o@48 races=proved
//@ kernel: o@49 races=refuted
// Called in few places, a function has the arguments of these places; where others can call it, any arguments.
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void l(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void m(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void o(int *a) { a[blockIdx.x * 64 + threadIdx.x] = 1; } //~ ERROR race
static void twice(int *a, int threads) {
  k<<<8, threads>>>(a);
}
void anybody(int *a, int threads) {
  l<<<8, threads>>>(a);
}
static void handed_on(int *a, int threads) {
  m<<<8, threads>>>(a);
}
static void inner(int *a, dim3 grid, dim3 block) {
  o<<<grid, block>>>(a);
}
static void outer(int *a, int threads) {
  if (threads > 64) return;
  dim3 block(threads);
  block.y = 1;
  inner(a, dim3(threads / 8), block);
}
void call(void (*f)(int *, int), int *a);
void run(int *a) {
  anybody(a, 64);
  handed_on(a, 64);
  call(handed_on, a);
  twice(a, 64);
  outer(a, 64);
}
void run_more(int *a, int n) {
  for (int i = 0; i < n; i++) {
    twice(a, 64 + i);
    outer(a, n);
    inner(a, dim3(4), dim3(65));
  }
}
