//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// What the other function does is not known.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void elsewhere(int *a, int i);
__global__ void k(int *a, int n) {
  Op op = n ? set : elsewhere;
  op(a, threadIdx.x);
}
