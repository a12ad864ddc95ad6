//@ flags: --block 64 --grid 2
//@ verdict: races=proved divergence=proved
// Each thread owns eight words, a warp apart, that it also reads by bytes while a long value is carried around the loop: many
// pairs of accesses, which differ only in their distance.
__device__ unsigned mix(unsigned a, unsigned b) { return ((a << 7) | (a >> 25)) + (a & b) * 5u + 3u; }
__global__ void k(unsigned *out, int n) {
  __shared__ unsigned cells[2 * 8 * 32];
  unsigned *own = cells + (threadIdx.x >> 5) * 256;
#define CELL(i) own[32 * (i) + (threadIdx.x & 31)]
  unsigned state = 1;
  for (int pass = 0; pass < 4; pass++) {
    CELL(0) = state;
    CELL(1) = state + 1;
    CELL(2) = state + 2;
    CELL(3) = state + 3;
    CELL(4) = CELL(0) ^ n;
    CELL(5) = CELL(1) ^ n;
    CELL(6) = CELL(2) ^ n;
    CELL(7) = CELL(3) ^ n;
    for (int i = 0; i < 8; i++)
      state = mix(state, ((unsigned char *)&CELL(i))[i & 3]);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = state;
}
