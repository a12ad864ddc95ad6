//@ verdict: races=proved
//@ kernel: all_write<1>@6 races=refuted
// One of the instances has the branch that the other discards.
template <int Threads> __global__ void all_write(int *a) { a[blockIdx.x] = threadIdx.x; } //~ ERROR race
template <int Threads> void run(int *a, int blocks) {
  if constexpr (Threads > 1) all_write<1><<<blocks, Threads>>>(a);
  else all_write<1><<<blocks, Threads>>>(a);
}
void both(int *a, int blocks) { run<1>(a, blocks); run<64>(a, blocks); }
