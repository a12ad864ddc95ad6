//@ kernel: constant_start races=inconclusive
//@ kernel: symbolic_start races=inconclusive|refuted
//@ kernel: great_step races=inconclusive|refuted
//@ kernel: in_a_branch races=inconclusive|refuted
// Loops that end because an unsigned counter wraps around, which is defined: what follows is reached.
__global__ void constant_start(int *a) {
  int p = 0;
  for (unsigned k = 5; k != 4; k++) p = 8;
  a[p == 8 ? 0 : threadIdx.x] = threadIdx.x; //~ ERROR race
}
__global__ void symbolic_start(int *a, unsigned n) {
  for (unsigned x = n; x >= n; x += 1000000000u) ;
  a[0] = threadIdx.x; //~ ERROR race
}
__global__ void great_step(int *a) {
  for (unsigned x = 1000000000u; x > 999999999u; x += 1000000000u) ;
  a[0] = threadIdx.x; //~ ERROR race
}
__global__ void in_a_branch(int *a, unsigned n) {
  int p = 0;
  if (n > 123456789)
    for (unsigned x = n; x >= n; x += 1000000000u) p = 8;
  a[p == 8 ? 0 : threadIdx.x] = threadIdx.x + blockIdx.x; //~ ERROR race
}
