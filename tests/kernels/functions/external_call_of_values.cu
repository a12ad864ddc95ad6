//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// Under the assumption `external-calls` a function that gets numbers changes nothing here.
extern __device__ int weight(int t);
extern __device__ void tick();
__global__ void k(int *a) {
  tick();
  a[threadIdx.x] = weight(threadIdx.x);
}
