//@ revisions: good bad
//@ flags: --block 64 --grid 4
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted
// good: Either function writes the thread's own cell.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
#ifdef bad
__device__ void clear(int *a, int i) { a[i / 2] = threadIdx.x; } //[bad]~ ERROR race
#else
__device__ void clear(int *a, int i) { a[i] = 0; }
#endif
__global__ void k(int *a, int n) {
  Op op = n > 3 ? set : clear;
  op(a, blockIdx.x * blockDim.x + threadIdx.x);
}
