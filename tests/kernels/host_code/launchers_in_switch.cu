//@ verdict: races=proved bounds=proved
// A `switch` chooses the launcher, block sizes stand in an array, and the file has an error elsewhere.
#include <cstdio>
#include <cstdlib>
static not_in_any_header handle;
__global__ void rows(float *out, int n) {
  __shared__ float part[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) part[warp] = n;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = part[warp];
}
__global__ void single(float *out, int n) {
  __shared__ float all[32];
  all[threadIdx.x] = n;
  if (blockIdx.x < n) out[blockIdx.x * 32 + threadIdx.x] = all[threadIdx.x];
}
void rows_launcher(float *out, int n, const int block) {
  rows<<<(n + block - 1) / block, block>>>(out, n);
}
void single_launcher(float *out, int n, int block) {
  block = 32;
  single<<<n / 32, block>>>(out, n);
}
void launch(int which, float *out, int n, const int block) {
  switch (which) {
    case 1:
      rows_launcher(out, n, block);
      break;
    case 2:
      single_launcher(out, n, block);
      break;
    default:
      printf("no such kernel\n");
      exit(1);
  }
}
int main(int argc, char **argv) {
  int n = 8 * 1024;
  float *out;
  cudaMalloc(&out, n * sizeof(float));
  int which = 1;
  if (argc > 1) which = atoi(argv[1]);
  int sizes[] = {32, 64, 128, 256, 512, 1024};
  for (int i = 0; i < sizeof(sizes) / sizeof(int); i++) {
    int block = sizes[i];
    printf("%d threads\n", block);
    launch(which, out, n, block);
  }
}
