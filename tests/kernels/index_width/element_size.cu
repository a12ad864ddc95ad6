//@ revisions: great small bad
//@ flags: --index-width
//[great]@ verdict: index-width=unreported
//[small]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
//[small]@ flags: --index-width --device-memory 8
// 2^31 elements of 64 bytes are more than the device has, and 2^31 floats are more than 8 GiB.
struct big { double x[8]; };
#ifdef small
#define element float
#endif
#ifdef bad
#define element float
#endif
#ifndef element
#define element big
#endif
__global__ void spread(element *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i * 2] = element(); //[bad]~ ERROR width
  }
}
