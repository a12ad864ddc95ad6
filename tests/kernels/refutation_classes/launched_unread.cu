// Launches that are not read: where code in the file makes them, no launch is unusual for the constants of the kernel. Where
// only a function without a body is given the kernel, no code in the file chooses the extents.
//@ kernel: never_named races=unusual-launch
//@ kernel: in_table races=refuted
//@ kernel: kept_and_given races=refuted
//@ kernel: given_away races=unusual-launch

__global__ void never_named(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i; //~ ERROR race
}

__global__ void in_table(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i; //~ ERROR race
}

__global__ void kept_and_given(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i; //~ ERROR race
}

__global__ void given_away(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i; //~ ERROR race
}

void (*const table[])(int *, int) = {in_table};
void (*kept)(int *, int);
void from_table(int *out, int n) { table[0]<<<30, 256>>>(out, n); }

void launch(int blocks, int threads, void (*kernel)(int *, int), int *out, int n);
void by_others(int *out, int n) {
  launch(1, 256, given_away, out, n);
  launch(1, 256, kept_and_given, out, n);
  kept = kept_and_given;
}
