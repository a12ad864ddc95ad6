//@ flags: --block 64 --grid 1
//@ kernel: both races=refuted
//@ kernel: copy races=proved
// `m = k` is a copy beside the reference to `k`, through which the lambda assigns.
__global__ void both(int *p) {
  int k = threadIdx.x;
  auto reset = [&k, m = k] { k = 0; return m; };
  reset();
  p[k] = threadIdx.x; //~ ERROR race
}
__global__ void copy(int *p) {
  int k = threadIdx.x;
  auto reset = [&k, m = k] { k = 0; return m; };
  p[reset()] = k;
}
