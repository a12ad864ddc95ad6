//@ verdict: races=refuted
//@ kernel: apart races=proved
// A launch that is given one pointer twice, or a place behind it, makes the kernel work in place, wherever the pointer comes from.
struct Layers {
  float *data, *other;
  float *rows[4];
  int n;
  void run();
};

__global__ void members(float *out, const float *in, int n) {
  int t = threadIdx.x;
  if (t < n - 1) out[t] = in[t + 1]; //~ ERROR race
}
__global__ void elements(float *out, const float *in, int n) {
  int t = threadIdx.x;
  if (t < n - 1) out[t] = in[t + 1]; //~ ERROR race
}
__global__ void shifted(float *out, const float *in, int n) {
  int t = threadIdx.x;
  if (t < n - 1) out[t] = in[t]; //~ ERROR race
}
__global__ void apart(float *out, const float *in, int n) {
  int t = threadIdx.x;
  if (t < n - 1) out[t] = in[t + 1];
}

void Layers::run() {
  members<<<1, 64>>>(data, data, n);
  elements<<<1, 64>>>(rows[1], rows[1], n);
  shifted<<<1, 64>>>(data + 1, data, n);
  apart<<<1, 64>>>(data, other, n);
}
