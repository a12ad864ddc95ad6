//@ flags: --block 8 --grid 1
//@ kernel: k races=proved
//@ kernel: q::k races=proved
// Both inclusions of the file keep the clause.
#include "included/two_paths.cuh"
namespace q {
#include "included/../included/two_paths.cuh"
}
