//@ flags: --block 64 --grid 1
//@ verdict: bounds=refuted
// The callee is a value, and may be the null pointer.
typedef void (*Op)(int *, int);
__global__ void k(int *a, Op op) { op(a, threadIdx.x); } //~ ERROR bounds
