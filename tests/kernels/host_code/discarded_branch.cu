//@ verdict: races=proved divergence=proved
// A launch in a branch that every instance of a template discards is never made.
template <int Threads> __global__ void all_write(int *a) { a[blockIdx.x] = threadIdx.x; }
template <int Threads> void run(int *a, int blocks) {
  if constexpr (Threads > 1) all_write<Threads><<<blocks, Threads>>>(a);
  else all_write<1><<<blocks, 1>>>(a);
}
void both(int *a, int blocks) { run<1>(a, blocks); }
