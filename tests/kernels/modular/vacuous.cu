//@ verdict: races=!proved
//@ kernel: never contract=unknown
//@ kernel: nonsense contract=unknown
//@ kernel: impossible contract=unknown
// A function that never ends ensures anything, and what nobody may call ensures it too: neither makes a kernel proved.

//@ ensures \result == \result + 1;
__device__ int never(int n) { return never(n + 1); }

//@ ensures \false;
__device__ int nonsense(int n) { return n + nonsense(n); }

//@ requires n > 0 && n < 0;
//@ ensures \result == 7;
__device__ int impossible(int n) { return n; }

__global__ void uses_never(int *a) { a[0] = threadIdx.x + never(1); }

__global__ void uses_nonsense(int *a) { a[0] = threadIdx.x + nonsense(1); }

__global__ void uses_impossible(int *a, int n) { a[0] = threadIdx.x + impossible(n); }
