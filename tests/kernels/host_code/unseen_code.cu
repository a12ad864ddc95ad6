//@ revisions: good temporary braces allocated reference outer initialiser argument
//[temporary,braces,allocated,reference,outer,initialiser,argument]@ kernel: scatter races=refuted
//[good]@ kernel: scatter races=proved
// Constructors, default arguments and initialisers of members run where the tree has no call, and may launch a kernel
// that changes what an earlier one was given.
__device__ int *left;
__global__ void leave(int *p) { left = p; }
__global__ void change() { left[0] = 1; }
__global__ void scatter(int *out, const int *to) { out[to[0] == 0 ? threadIdx.x : 0] = threadIdx.x; } //[temporary,braces,allocated,reference,outer,initialiser,argument]~ ERROR race
int go() {
  change<<<1, 1>>>();
  return 1;
}
struct Changing {
  Changing() { change<<<1, 1>>>(); }
};
struct Outer {
  Changing part;
};
struct Initialised {
  int x = go();
};
struct Plain {
  int x, y;
};
static int width(int x = go()) { return x; }
static int number(int x = 3) { return x; }
int main() {
  int *to, *out;
  cudaMalloc(&to, sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  leave<<<1, 1>>>(to);
  cudaMemset(to, 0, sizeof(int));
#if defined(good)
  Plain{};
#elif defined(temporary)
  Changing();
#elif defined(braces)
  Changing{};
#elif defined(allocated)
  new Changing[2];
#elif defined(reference)
  const Changing &r = Changing();
#elif defined(outer)
  Outer{};
#elif defined(initialiser)
  Initialised{};
#elif defined(argument)
  width();
#endif
  scatter<<<1, 64>>>(out, to);
}
