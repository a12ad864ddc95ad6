//@ verdict: races=refuted
// The compiler leaves out a statement in which a macro puts the name of a variable together.
#define NUMBERED(n, to) size_##n = to
__global__ void k(int *a) { a[(blockIdx.x * 256 + threadIdx.x) % 2048] = blockIdx.x; } //~ ERROR race
void paste(int *a) {
  int size_1 = 256;
  not_declared(NUMBERED(1, 512));
  k<<<8, size_1>>>(a);
}
