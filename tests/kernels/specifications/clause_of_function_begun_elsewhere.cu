//@ verdict: error
// A clause in the rest of a body that another file begins is not read.
#include "included/head.inc"
  //@ assert n > 0;
  a[threadIdx.x] = n;
}
