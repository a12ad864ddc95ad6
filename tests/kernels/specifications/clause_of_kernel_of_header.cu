//@ flags: --block 8 --grid 1
//@ verdict: assertions=proved
// A kernel of a header has the clauses of the header.
#include "included/kernel.cuh"
