//@ flags: --block 8 --grid 1
//@ verdict: races=proved
// Both inclusions of the file keep the clause.
#define NAME one
#include "included/two_paths.cuh"
#undef NAME
#define NAME other
#include "included/../included/two_paths.cuh"
