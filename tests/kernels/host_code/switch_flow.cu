//@ kernel: chosen races=proved
//@ kernel: fallen races=refuted
//@ kernel: left_early races=refuted
//@ kernel: left_from_try races=refuted
//@ kernel: nested races=refuted
//@ kernel: in_loop races=refuted
//@ kernel: only_listed races=proved
//@ kernel: by_default races=refuted
//@ kernel: wrapped races=refuted
// What holds behind a `switch`. All but two kernels are launched with more than 32 threads, which conflict.
#include <cstdlib>
__device__ int a[32];
__global__ void chosen() { a[threadIdx.x % 32] = threadIdx.x; }
__global__ void fallen() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void left_early() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void left_from_try() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void nested() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void in_loop() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void only_listed() { a[threadIdx.x % 32] = threadIdx.x; }
__global__ void by_default() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void wrapped() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
void choose(int which) {
  int threads;
  switch (which) {
    case 0: threads = 8; break;
    case 1:
    case 2: threads = 16 * which; break;
    default: return;
  }
  chosen<<<1, threads>>>();
}
void fall(int which) {
  int threads = 32;
  switch (which) {
    case 0: threads = 64;
    case 1: which = 1; break;
    default: exit(1);
  }
  if (which == 1) fallen<<<1, threads>>>();
}
void leave_early(int which, bool early) {
  int threads = 64;
  switch (which) {
    case 0:
      if (early) break;
      threads = 32;
      break;
    default: return;
  }
  left_early<<<1, threads>>>();
}
void leave_from_try(int which) {
  int threads = 32;
  switch (which) {
    case 0:
      try {
        threads = 64;
        break;
      } catch (...) {
      }
      threads = 32;
      break;
  }
  left_from_try<<<1, threads>>>();
}
void nest(int which, bool more) {
  int threads = 32;
  switch (which) {
    case 0:
      if (more) {
        case 1: threads = 64;
      }
      break;
  }
  if (which == 1) nested<<<1, threads>>>();
}
void loop(int which, int n) {
  int threads = 32;
  switch (which) {
    case 0:
      for (int i = 0; i < n; i++) {
        if (i == 5) break;
        threads += 1;
      }
      break;
    default: threads = 8;
  }
  in_loop<<<1, threads>>>();
}
void listed(int threads) {
  switch (threads) {
    case 8:
    case 16:
    case 32: break;
    default: abort();
  }
  only_listed<<<1, threads>>>();
}
void defaulted(int threads) {
  switch (threads) {
    default: threads = 64;
    case 8:
    case 16: break;
  }
  by_default<<<1, threads>>>();
}
void wrap(unsigned char threads) {
  switch (threads + 1) {
    case 256: break;
    default: return;
  }
  wrapped<<<1, threads>>>();
}
