//@ kernel: scatter@13 races=proved
// Default arguments of numbers run nothing: the contents are those of the fill.
__global__ void scatter(int *out, const int *to) { out[to[0] == 0 ? threadIdx.x : 0] = threadIdx.x; }
static int number(int x = 3, size_t y = 2 * sizeof(int)) { return x + y; }
__global__ void use(int *p) { *p = 1; }
int main() {
  int *to, *out;
  cudaMalloc(&to, sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  use<<<1, 1>>>(to);
  cudaMemset(to, 0, sizeof(int));
  number();
  scatter<<<1, 64>>>(out, to);
}
