//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// A structure that is copied to shared memory with a member that nothing set.
struct Item { int key; float weight; };
__global__ void items(const int *key, Item *out) {
  __shared__ Item s[32];
  s[threadIdx.x].key = key[threadIdx.x];
#ifndef bad
  s[threadIdx.x].weight = 1;
#endif
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x]; //[bad]~ ERROR unwritten
}
