//@ revisions: same behind other
//[same]@ kernel: shift races=refuted
//[behind]@ kernel: shift races=refuted
//[other]@ kernel: shift races=proved
// A function that returns the pointer it is given, or a place behind it, gives no other buffer.
__global__ void shift(float *out, const float *in, int n) {
  int t = threadIdx.x;
  if (t < n) out[t] = in[t + 1]; //[same,behind]~ ERROR race
}
static float *row(float *p, int at) { return p + at * 2; }
int main() {
  float *x, *y;
  cudaMalloc(&x, 70 * sizeof(float));
  cudaMalloc(&y, 70 * sizeof(float));
#if defined(behind)
  shift<<<1, 64>>>(row(x, 1), x, 64);
#elif defined(other)
  shift<<<1, 64>>>(row(x, 1), y, 64);
#else
  shift<<<1, 64>>>(row(x, 0), x, 64);
#endif
}
