//@ flags: --block 8 --grid 1
//@ kernel: behind_comment races=unsupported
//@ kernel: without_clause races=proved
// Where comments are kept, the first line is no directive.
/* a */ #if 0
//@ requires n <= 1;
#endif
__global__ void behind_comment(int *a, int n) { if (n > 1) a[0] = threadIdx.x; }
__global__ void without_clause(int *a) { a[threadIdx.x] = 1; }
