//@ verdict: races=!proved
//@ flags: --without no-unsigned-wrap
// Axes are permuted; products of sizes of 64 bits may wrap around, and then elements meet.
__global__ void permute(const float *in, float *out, unsigned long N, unsigned long C, unsigned long S) {
  unsigned long i = (unsigned long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * S) return;
  unsigned long s = i % S, c = (i / S) % C, n = i / (S * C);
  out[(n * S + s) * C + c] = in[i];
}
