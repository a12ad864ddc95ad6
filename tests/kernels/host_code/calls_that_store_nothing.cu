//@ kernel: read@27 assertions=proved
//@ kernel: read@33 assertions=proved
//@ kernel: read@34 assertions=refuted
//@ kernel: read@39 assertions=refuted
//@ kernel: read@45 assertions=refuted
//@ kernel: read@52 assertions=refuted
// Calls of the library between a copy and a launch that store nothing to the buffer.
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/time.h>
#include <unistd.h>
#define ZEROS(d) \
  int *d; \
  cudaMalloc(&d, 256); \
  cudaMemset(d, 0, 256)
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //~ ERROR assert
void use(const std::string &);
void asked(const char *text) {
  ZEROS(d);
  timeval t;
  gettimeofday(&t, 0);
  size_t all, left;
  cudaMemGetInfo(&left, &all);
  if (!getenv("HOME") || strlen(text) == 3) usleep(1);
  read<<<1, 64>>>(d);
}
void copied_later(const int *h, cudaStream_t s) {
  ZEROS(d);
  ZEROS(e);
  cudaMemcpyAsync(e, h, 256, cudaMemcpyHostToDevice, s);
  read<<<1, 64>>>(d);
  read<<<1, 64>>>(e);
}
void set_later(cudaStream_t s) {
  ZEROS(d);
  cudaMemsetAsync(d, 1, 256, s);
  read<<<1, 64>>>(d);
}
void copied_to_unknown(int *p, const int *h, cudaStream_t s) {
  ZEROS(d);
  int *q = p ? p : d;
  cudaMemcpyAsync(q, h, 256, cudaMemcpyHostToDevice, s);
  read<<<1, 64>>>(d);
}
void time_in_buffer() {
  int *d, *h = (int *)calloc(64, sizeof(int));
  cudaMalloc(&d, 256);
  gettimeofday((timeval *)h, 0);
  cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice);
  read<<<1, 64>>>(d);
}
