//@ kernel: own_template races=refuted
// The file's own function is called, whatever other errors host code has.
template <class T> __device__ T clamp(T low, T high, T x) { return x < low ? low : x > high ? high : x; }
__global__ void own_template(int *p) { p[clamp(16, 63, (int)threadIdx.x)] = threadIdx.x; } //~ ERROR race
void host(int *p) {
  int twice = 0;
  int twice = 1;
  own_template<<<1, 64>>>(p);
}
