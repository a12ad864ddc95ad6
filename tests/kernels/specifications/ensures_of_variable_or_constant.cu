//@ verdict: error
// In front of the kernel the name means the constant, at its end the variable.
constexpr int last = 4;
//@ ensures last == 5; //~ ERROR WP0507
__global__ void k(int *a) {
  int last = 5;
  a[threadIdx.x] = last;
}
