//@ flags: --block 64 --grid 4
//@ verdict: bounds=refuted
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__global__ void k(int *a, int n) {
  char *code = (char *)set;
  if (n == 0) code += 20;
  Op op = (Op)code;
  op(a, blockIdx.x * blockDim.x + threadIdx.x); //~ ERROR bounds
}
