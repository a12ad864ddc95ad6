//@ flags: --block 256 --grid 1
//@ verdict: races=unsupported
// Bulk copies and the barriers in shared memory that complete them are not modelled.
__global__ void bulk(float *out, const float *in) {
  __shared__ alignas(16) float s[256];
  __shared__ unsigned long long bar;
  unsigned to = __cvta_generic_to_shared(s), at = __cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(at) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];"
                 :: "r"(to), "l"(in), "r"(at) : "memory");
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
