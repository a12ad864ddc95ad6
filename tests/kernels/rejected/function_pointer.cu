//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The callee is a value.
typedef void (*Op)(int *, int);
__global__ void k(int *a, Op op) { op(a, threadIdx.x); }
