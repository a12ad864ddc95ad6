//@ flags: --block 64 --grid 1
//@ kernel: discarded races=proved
//@ kernel: volatile_element races=refuted
// As compilers do, no load is taken to be there for a discarded lvalue.
__kernel void discarded(__global int *o) {
  __local int s[64];
  s[get_local_id(0)] = 1;
  (void)s[0];
  s[1];
}
__kernel void volatile_element(__global int *o) {
  __local volatile int s[64];
  s[get_local_id(0)] = 1; //~ ERROR race
  s[0]; //~ ERROR race
}
