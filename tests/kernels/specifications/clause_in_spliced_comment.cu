//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// A splice between `/` and `*` begins a comment, one between `*` and `/` ends it.
/\
* //@ requires n == 5;
*\
/
__global__ void in_comment(int *o, int n) {
  if (n != 5) o[0] = threadIdx.x; //~ ERROR race
}
#if 0 \  
|| 0
//@ requires n == 5;
#endif
__global__ void in_branch(int *o, int n) {
  if (n != 5) o[0] = threadIdx.x; //~ ERROR race
}
