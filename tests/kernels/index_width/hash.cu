//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// What a hash loses is lost on purpose.
__global__ void slots(const int *table, int *out, unsigned slots, unsigned buckets, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef bad
  out[i] = table[i % buckets * slots]; //[bad]~ ERROR width
#else
  unsigned hash = i * 2654435761u ^ i * slots;
  out[i] = table[hash % slots] + table[(i * slots + 12345u) & 1023u];
#endif
}
