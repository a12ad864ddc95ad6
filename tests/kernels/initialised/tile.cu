//@ revisions: good bad
//@ flags: --block 16,16 --grid 2,2
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// A tile at the border of a matrix: elements beyond the border are zero or nothing.
__global__ void transpose(const float *in, float *out, int columns, int rows) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
#ifdef bad
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * 32 + x];
#else
  tile[threadIdx.y][threadIdx.x] = x < columns && y < rows ? in[y * 32 + x] : 0;
#endif
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * 32 + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //[bad]~ ERROR unwritten
}
