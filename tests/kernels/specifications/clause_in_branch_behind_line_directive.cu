//@ kernel: conditional races=unsupported
//@ kernel: without_clause races=proved
// Where lines have other numbers, it is not known whether a conditional leaves a clause out.
#line 200
#ifdef STRICT
//@ requires n <= 1;
#endif
__global__ void conditional(int *a, int n) { if (n > 1) a[0] = threadIdx.x; }
__global__ void without_clause(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
