//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// An address in disguise: a number made from it, or a lambda that holds it.
extern __device__ void number(size_t p);
template <class T> __device__ void apply(T f);
__global__ void as_number(int *a) { number((size_t)a); }
__global__ void in_variable(int *a) { size_t p = (size_t)a; number(p + 4); }
__global__ void captured(int *a) { apply([a] { a[0] = 1; }); }
