//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Products of matrices by whole warps work on registers: the results are unknown values.
__global__ void product(float *out, const unsigned *a, const unsigned *b) {
  float d0, d1, d2, d3;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
               : "=f"(d0), "=f"(d1), "=f"(d2), "=f"(d3)
               : "r"(a[2 * t]), "r"(a[2 * t + 1]), "r"(b[t]), "f"(0.f), "f"(0.f), "f"(0.f), "f"(0.f));
  out[4 * t] = d0;
  out[4 * t + 1] = d1;
  out[4 * t + 2] = d2;
  out[4 * t + 3] = d3;
}
