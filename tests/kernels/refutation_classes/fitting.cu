// Blocks and grids that do not fit the constants of the kernel: unusual where no launch in sight is such. The twins are launched so, or go wrong in
// launches that fit.
//@ kernel: strips races=unusual-launch
//@ kernel: columns races=unusual-launch
//@ kernel: tile bounds=unusual-launch races=unusual-launch
//@ kernel: chunk_of_first races=unusual-launch
//@ kernel: strips_of_128@75 races=refuted
//@ kernel: strips_as_asked@76 races=refuted
//@ kernel: tile_too_small@77 bounds=refuted
//@ kernel: off_by_one bounds=refuted
//@ kernel: no_barrier races=refuted bounds=unusual-launch
//@ kernel: no_barrier_halves races=refuted bounds=unusual-launch
//@ kernel: no_guard races=refuted
//@ kernel: neighbours races=refuted

__global__ void strips(int *out) {
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ ERROR race
}

// Strips of 32 rows, each of 256 elements.
__global__ void columns(const int *in, int *out) {
  int index = 256 * 32 * blockIdx.y + 64 * blockIdx.x + threadIdx.x;
  for (int i = 0; i < 32; i++) out[index + i * 256] = in[index + i * 256]; //~ ERROR race
}

__global__ void tile(const int *in, int *out, int n) {
  __shared__ int s[16][16];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (threadIdx.z == 0) s[threadIdx.y][threadIdx.x] = in[y * n + x]; //~ ERROR race bounds
}

// The first thread of a block fills what its threads are for.
__global__ void chunk_of_first(int *out) {
  if (threadIdx.x == 0)
    for (int k = 0; k < 32; k++) out[blockIdx.x * blockDim.x + k] = k; //~ ERROR race
}

__global__ void strips_of_128(int *out) {
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ ERROR race
}

__global__ void strips_as_asked(int *out) {
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; //~ ERROR race
}

__global__ void tile_too_small(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x]; //~ ERROR bounds
}

__global__ void off_by_one(const int *in) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = in[threadIdx.x]; //~ ERROR bounds
}

__global__ void no_barrier(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; //~ ERROR race bounds
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR race bounds
}

// Blocks of 64 threads would do without the barrier; the shared array is for 128.
__global__ void no_barrier_halves(const int *in, int *out) {
  __shared__ int s[128];
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x]; //~ ERROR race bounds
  if (threadIdx.x < 64) out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 64]; //~ ERROR race
}

__global__ void no_guard(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.y * 256 + i] = i; //~ ERROR race
}

void run(int *out, int threads) {
  strips_of_128<<<4, 128>>>(out);
  strips_as_asked<<<4, threads>>>(out);
  tile_too_small<<<1, 65>>>(out);
}

__global__ void neighbours(int *out) {
  out[blockIdx.x + threadIdx.x] = threadIdx.x; //~ ERROR race
}
