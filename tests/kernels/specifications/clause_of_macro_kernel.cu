//@ flags: --block 8 --grid 1
//@ kernel: of_macro bounds=proved
//@ kernel: behind_it bounds=refuted
// A clause belongs to the next function, which may be one that a macro defines.
#define KERNEL(name) __global__ void name(int *a, int n) { __shared__ int s[4]; if ((int)threadIdx.x < n) s[threadIdx.x] = 1; }
//@ requires 0 <= n <= 4;
KERNEL(of_macro)
__global__ void behind_it(int *a, int n) { __shared__ int s[4]; if ((int)threadIdx.x < n) s[threadIdx.x] = 1; }
