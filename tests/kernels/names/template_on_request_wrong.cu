//@ flags: --instantiate=fill<64> --instantiate=fill<2000>
//@ kernel: fill<64> races=refuted
//@ kernel: fill<2000> races=proved
// An instance that nothing launches, with rows that are longer than a block or not.
template <int N> __global__ void fill(float *out) {
  out[(size_t)blockIdx.x * blockDim.x + threadIdx.x % N] = threadIdx.x; //~ ERROR race
}
