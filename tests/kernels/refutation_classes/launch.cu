// What takes a launch that nobody makes: steps of 0. The twins misbehave in usual launches too, or for values that callers do pass.
//@ kernel: blocks_of_48@25 races=refuted
//@ kernel: blocks_of_64@26 races=proved
//@ kernel: strided races=unusual-launch
//@ kernel: step_0@27 races=refuted
//@ kernel: by_mode races=refuted
//@ kernel: from_start races=refuted
//@ kernel: any_step races=refuted
//@ kernel: from_first_layer races=refuted

__global__ void blocks_of_48(int *out) {
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32 * (blockDim.x / 32)] += 1; //~ ERROR race
}

__global__ void blocks_of_64(int *out) {
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32 * (blockDim.x / 32)] += 1;
}

__global__ void step_0(int *a, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i * step] = i; //~ ERROR race
}

void run(int *a, int n) {
  blocks_of_48<<<4, 48>>>(a);
  blocks_of_64<<<4, 64>>>(a);
  step_0<<<4, 64>>>(a, n, 0);
}

__global__ void strided(int *a, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i * step] = i; //~ ERROR race
}

__global__ void by_mode(int *a, int n, int mode) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i * (mode ? mode : 0)] = i; //~ ERROR race
}

__global__ void from_start(int *a, int n, int start) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= start && i < n) a[start > 0 ? i : 0] = i; //~ ERROR race
}

// The source admits a step of 0.
//@ requires step >= 0;
__global__ void any_step(int *a, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i * step] = i; //~ ERROR race
}

// Layer 0 is a layer.
__global__ void from_first_layer(int *a, int n, int layer) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[layer * n + i] = a[n - 1 - i]; //~ ERROR race
}
