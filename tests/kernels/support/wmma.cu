//@ flags: --block 32 --grid 1
//@ verdict: error
// The built-in headers do not declare `nvcuda::wmma`.
#include <mma.h>
using namespace nvcuda;
__global__ void product(float *out, const half *a, const half *b) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(c, fa, fb, c);
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
