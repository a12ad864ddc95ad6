//@ verdict: races=!proved bounds=proved
//@ kernel: scatter@18 races=refuted
//@ kernel: scatter_once@29 races=refuted
//@ kernel: scatter@33 races=refuted
//@ kernel: shift races=proved bounds=proved
// Between the copy and the launch something else is stored to the buffer: by a kernel, by the one of the iteration
// before, or by a function that was given the address.
__global__ void shift(int *map) { map[threadIdx.x] = map[threadIdx.x] / 2; }
__global__ void scatter(int *out, const int *map) {
  out[map[threadIdx.x] & 7] = threadIdx.x; //~ ERROR race
}
__global__ void scatter_once(int *out, int *map) {
  out[map[threadIdx.x] & 7] = threadIdx.x; //~ ERROR race
  map[threadIdx.x] = 0;
}
void change(int *map);
void launch_after(int *out, int *map) {
  shift<<<1, 8>>>(map); scatter<<<1, 8>>>(out, map);
}
int main(int argc, char **) {
  int *map = new int[8], *dev_map, *dev_out;
  for (int i = 0; i < 8; ++i) map[i] = i;
  cudaMalloc(&dev_map, 8 * sizeof(int));
  cudaMalloc(&dev_out, 8 * sizeof(int));
  cudaMemcpy(dev_map, map, 8 * sizeof(int), cudaMemcpyHostToDevice);
  launch_after(dev_out, dev_map);
  cudaMemcpy(dev_map, map, 8 * sizeof(int), cudaMemcpyHostToDevice);
  for (int k = 0; k < argc; ++k)
    scatter_once<<<1, 8>>>(dev_out, dev_map);
  for (int i = 0; i < 8; ++i) map[i] = i;
  change(map);
  cudaMemcpy(dev_map, map, 8 * sizeof(int), cudaMemcpyHostToDevice);
  scatter<<<1, 8>>>(dev_out, dev_map);
}
