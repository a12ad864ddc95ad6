//@ verdict: races=proved bounds=refuted
// The second buffer of the same name is smaller.
__global__ void k(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1; //~ ERROR bounds
}
int main() {
  int *a;
  cudaMalloc(&a, 512 * sizeof(int));
  cudaFree(a);
  cudaMalloc(&a, 511 * sizeof(int));
  k<<<2, 256>>>(a);
}
