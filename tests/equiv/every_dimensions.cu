//@ equiv: matrix first_row => different
//@ equiv: matrix first_row --requires gridDim.y==1 --requires blockDim.y==1 => equivalent
//@ equiv: first_row matrix => different
//@ equiv: matrix matrix_by_columns => equivalent
//@ equiv: first_row first_row_again => equivalent unused-dims
//@ equiv: planes first_plane => different
//@ equiv: first_row matrix,first_row => different
//@ equiv: through_table_late through_table --block 1 --grid 1 => equivalent no-alias
//@ equiv: through_table_late through_table --block 1 --grid 1 --without no-alias => unknown not-granted
//@ equiv: through_table_late through_table --without no-alias => unknown
// A dimension that one of the kernels reads is one of the other's launch too. And a pointer may lead to a global array of the file.
__global__ void matrix(int *out, const int *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = in[y * w + x] + 1;
}
__global__ void matrix_by_columns(int *out, const int *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= h || x >= w) return;
    out[x + w * y] = 1 + in[x + w * y];
}
__global__ void first_row(int *out, const int *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w && 0 < h) out[x] = in[x] + 1;
}
__global__ void first_row_again(int *out, const int *in, int w, int h) {
    int x = threadIdx.x + blockDim.x * blockIdx.x;
    if (h > 0 && x < w) out[x] = 1 + in[x];
}
__global__ void planes(int *out, const int *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z;
    if (x < w && z < h) out[z * w + x] = in[z * w + x] - 1;
}
__global__ void first_plane(int *out, const int *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w && 0 < h) out[x] = in[x] - 1;
}
__device__ int table[16];
__global__ void through_table_late(int *out) {
    out[0] = 1;
    out[1] = table[0];
}
__global__ void through_table(int *out) {
    int v = table[0];
    out[0] = 1;
    out[1] = v;
}
