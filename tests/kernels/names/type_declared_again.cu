//@ verdict: races=proved bounds=proved
//@ flags: --block 32 --grid 1
// A source for 32 bits: the type of the language counts, and the file can be used.
typedef unsigned int size_t;
typedef unsigned int clock_t;

__global__ void sum(clock_t *ticks, size_t n) {
  __shared__ clock_t all[32];
  all[threadIdx.x] = threadIdx.x < n ? ticks[threadIdx.x] : 0;
}
