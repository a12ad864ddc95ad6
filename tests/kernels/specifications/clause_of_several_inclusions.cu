//@ flags: --block 8 --grid 1
//@ kernel: strict races=unsupported
//@ kernel: lax races=unsupported
//@ kernel: without_clause races=proved
// The file includes itself twice; only one inclusion has the clause.
#ifndef NAME
__global__ void without_clause(int *a) { a[threadIdx.x] = 1; }
#define NAME strict
#define STRICT
#include "clause_of_several_inclusions.cu"
#undef NAME
#undef STRICT
#define NAME lax
#include "clause_of_several_inclusions.cu"
#else
#ifdef STRICT
//@ requires n <= 1;
#endif
__global__ void NAME(int *a, int n) { if (n > 1) a[0] = threadIdx.x; }
#endif
