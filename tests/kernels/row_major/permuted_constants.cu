//@ revisions: good bad
//@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A matrix of four known extents is permuted, by blocks whose size divides none of its rows.
__global__ void permuted(const float *in, float *out, int d1, int d2, int d3, int d4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < d1 * d2 * d3 * d4) {
#ifdef bad
    int i1 = i / (d2 * d3 * d4) % d1, i2 = i / (d3 * d4) % d2, i3 = i / d4 % (d3 - 1), i4 = i % d4;
#else
    int i1 = i / (d2 * d3 * d4) % d1, i2 = i / (d3 * d4) % d2, i3 = i / d4 % d3, i4 = i % d4;
#endif
    out[((i4 * d3 + i3) * d1 + i1) * d2 + i2] = in[i]; //[bad]~ ERROR race
  }
}

void whole_blocks(const float *in, float *out) { permuted<<<24 * 42 * 20 * 32 / 256, 256>>>(in, out, 24, 42, 20, 32); }
void a_rest(const float *in, float *out) { permuted<<<20, 256>>>(in, out, 7, 6, 10, 12); }
