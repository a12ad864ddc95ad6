//@ flags: --block 64 --grid 4
//@ verdict: bounds=refuted
// The caller may pass the null pointer.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__global__ void k(int *a, Op op) {
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  Op known = set;
  known(a, own);
  op(a, own); //~ ERROR bounds
}
