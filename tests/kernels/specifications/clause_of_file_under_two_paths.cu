//@ flags: --block 8 --grid 1
//@ kernel: k races=unsupported
//@ kernel: q::k races=unsupported
// Two paths of one file are two inclusions of it, and one of them leaves the clause out.
#include "included/two_paths.cuh"
#define LAX
namespace q {
#include "included/../included/two_paths.cuh"
}
