//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Either function writes the thread's own cell.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void clear(int *a, int i) { a[i] = 0; }
__global__ void k(int *a, int n) {
  Op op = n > 3 ? set : clear;
  op(a, blockIdx.x * blockDim.x + threadIdx.x);
}
