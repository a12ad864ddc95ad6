//@ flags: --block 8 --grid 1
//@ kernel: spliced races=refuted
//@ kernel: digraph races=refuted
//@ kernel: around_comment races=refuted
// Directives have several spellings.
#\
if 0
//@ requires n <= 1;
#endif
__global__ void spliced(int *a, int n) { if (n > 1) a[0] = threadIdx.x; } //~ ERROR race
%:if 0
//@ requires n <= 1;
%:endif
__global__ void digraph(int *a, int n) { if (n > 1) a[0] = threadIdx.x; } //~ ERROR race
# /* a */ if 0
//@ requires n <= 1;
#endif
__global__ void around_comment(int *a, int n) { if (n > 1) a[0] = threadIdx.x; } //~ ERROR race
