//@ revisions: good bad
//@ flags: --block 32 --grid 2
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// Atomic operations of 64 bits on counters among 32-bit numbers.
__global__ void count(unsigned *table, const unsigned *key) {
  unsigned at = key[blockIdx.x * blockDim.x + threadIdx.x] % 64;
#ifdef bad
  atomicAdd((unsigned long long *)(table + at * 2 + 1), 1ull); //[bad]~ ERROR alignment
#else
  atomicAdd((unsigned long long *)(table + at * 2), 1ull);
#endif
}
