//@ flags: --block 64 --grid 4
//@ verdict: races=refuted
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void first(int *a, int i) { a[0] = i; } //~ ERROR race
__global__ void k(int *a, Op op) {
  __requires(op == set | op == first);
  op(a, blockIdx.x * blockDim.x + threadIdx.x);
}
