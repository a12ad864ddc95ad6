//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The argument fits the annotation better than the file's function, which is the only one for other compilers.
__device__ void __assume(int x) { }
__global__ void k(int *a) { __assume(threadIdx.x == 0); a[0] = threadIdx.x; }
