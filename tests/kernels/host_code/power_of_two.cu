//@ verdict: races=proved divergence=proved
// The stride of every launch is a power of two below the length.
__global__ void butterfly(const float *in, float *out, int half, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= half) return;
  int k = t & (m - 1);
  out[2 * t - k] = in[t];
  out[2 * t - k + m] = in[t + half];
}
void all(const float *in, float *out) {
  const int n = 4096;
  for (int m = 1; m < n; m <<= 1) butterfly<<<(n / 2 + 127) / 128, 128>>>(in, out, n / 2, m);
}
