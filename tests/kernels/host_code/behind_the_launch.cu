//@ kernel: read@26 assertions=refuted
//@ kernel: read@32 assertions=refuted
//@ kernel: read@38 assertions=refuted
//@ kernel: read@46 assertions=refuted
//@ kernel: read@51 assertions=refuted
//@ kernel: read@56 assertions=refuted
//@ kernel: read@63 assertions=refuted
//@ kernel: read@68 assertions=proved
//@ kernel: read@75 assertions=proved
//@ kernel: read@81 assertions=proved
//@ kernel: read@91 assertions=proved
//@ kernel: read@100 assertions=refuted
// A launch returns at once: what is done behind it and not ordered with it may come first.
#include <cassert>
#include <cstring>
__device__ int *kept;
__global__ void read(const int *d) { assert(d[threadIdx.x] == 5); } //~ ERROR assert
__global__ void fill(int *p) { p[threadIdx.x] = 9; }
void follow(int *p);
#define FIVES(p) \
  int *p; \
  cudaMallocManaged(&p, 256); \
  for (int i = 0; i < 64; i++) p[i] = 5
void element() {
  FIVES(p);
  read<<<1, 64>>>(p);
  p[3] = 6;
  cudaDeviceSynchronize();
}
void on_one_path(bool waits) {
  FIVES(p);
  read<<<1, 64>>>(p);
  if (waits) cudaDeviceSynchronize();
  p[3] = 6;
}
void in_loop(int n) {
  FIVES(p);
  read<<<1, 64>>>(p);
  for (int i = 0; i < n; i++) {
    p[i] = i;
    cudaDeviceSynchronize();
  }
}
void whole() {
  FIVES(p);
  read<<<1, 64>>>(p);
  memset(p, 0, 256);
}
void by_function() {
  FIVES(p);
  read<<<1, 64>>>(p);
  follow(p);
}
int *by_caller() {
  FIVES(p);
  read<<<1, 64>>>(p);
  return p;
}
void pinned() {
  int *p;
  cudaHostAlloc(&p, 256, cudaHostAllocMapped);
  for (int i = 0; i < 64; i++) p[i] = 5;
  read<<<1, 64>>>(p);
  p[3] = 6;
}
void behind_all() {
  FIVES(p);
  read<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  p[3] = 6;
  follow(p);
}
void behind_copy(int *h, const int *d) {
  FIVES(p);
  read<<<1, 64>>>(p);
  cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);
  p[3] = 6;
}
void in_order() {
  FIVES(p);
  read<<<1, 64>>>(p);
  fill<<<1, 64>>>(p);
  cudaMemset(p, 0, 256);
  cudaDeviceSynchronize();
}
void on_device() {
  int *d, *h = new int[64];
  for (int i = 0; i < 64; i++) h[i] = 5;
  cudaMalloc(&d, 256);
  cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice);
  read<<<1, 64>>>(d);
  h[3] = 6;
  follow(h);
}
void copied_later(const int *h, cudaStream_t s) {
  int *d, *fives = new int[64];
  for (int i = 0; i < 64; i++) fives[i] = 5;
  cudaMalloc(&d, 256);
  cudaMemcpy(d, fives, 256, cudaMemcpyHostToDevice);
  read<<<1, 64>>>(d);
  cudaMemcpyAsync(d, h, 256, cudaMemcpyHostToDevice, s);
}
