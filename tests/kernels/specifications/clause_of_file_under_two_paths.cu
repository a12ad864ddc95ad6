//@ flags: --block 8 --grid 1
//@ kernel: strict races=unsupported
//@ kernel: lax races=unsupported
// Two paths of one file are two inclusions of it, and one of them leaves the clause out.
#define NAME strict
#include "included/two_paths.cuh"
#undef NAME
#define NAME lax
#define LAX
#include "included/../included/two_paths.cuh"
