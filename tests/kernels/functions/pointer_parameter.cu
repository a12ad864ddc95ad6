//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void clear(int *a, int i) { a[i] = 0; }
__global__ void k(int *a, Op op) {
  __requires(op == set | op == clear);
  op(a, blockIdx.x * blockDim.x + threadIdx.x);
}
