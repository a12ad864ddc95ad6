//@ flags: --block 32 --grid 1
//@ verdict: races=refuted divergence=proved
// Only lanes 30 and 31 write one element, by way of `(1 << lane) - 1`, which the last lane computes from the sign bit.
__global__ void k(int *a) {
  int lane = threadIdx.x & 31;
  int below = (1 << lane) - 1;
  if (lane >= 30)
    a[below < 0 ? 1 : 0] = lane; //~ ERROR race
}
