//@ verdict: races=refuted
// Called in two places, or where others can call it, a function has other arguments too.
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void l(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void m(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1; //~ ERROR race
}
static void twice(int *a, int threads) {
  k<<<8, threads>>>(a);
}
void anybody(int *a, int threads) {
  l<<<8, threads>>>(a);
}
static void handed_on(int *a, int threads) {
  m<<<8, threads>>>(a);
}
void call(void (*f)(int *, int), int *a);
void run(int *a) {
  twice(a, 64);
  anybody(a, 64);
  handed_on(a, 64);
  call(handed_on, a);
}
void run_more(int *a) {
  twice(a, 128);
}
