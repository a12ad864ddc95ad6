//@ verdict: races=unsupported
// `vector_size` is no vector type of CUDA and is not read; it must not count as its element.
typedef int v4 __attribute__((vector_size(16)));
__global__ void store(v4 *p, v4 a) { p[threadIdx.x] = a; }
