//@ flags: --block 8 --grid 1
//@ verdict: races=proved
// The clauses of a template hold for an instance that is made up.
//@ requires n == 7;
template <class T> __global__ void without_instance(T *o, int n) {
  if (n != 7) o[0] = threadIdx.x;
}
