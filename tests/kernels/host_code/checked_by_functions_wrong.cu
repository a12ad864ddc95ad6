//@ verdict: races=refuted
// Functions that let bad values pass, or check something else. More than 64 threads conflict.
#include <cstdio>
#include <cstdlib>
#include <iostream>
struct Options { int n; int block; };
__device__ int a[64];
__global__ void k(int n) { a[threadIdx.x % 64] = threadIdx.x; } //~ ERROR race
void check_late(int block) {
  if (block == 128) return;
  if (block < 1 || block > 64) exit(1);
}
void check_copy(int block) {
  if (block > 64) block = 64;
  if (block > 64) exit(1);
}
void check_in_loop(int block, int n) {
  for (int i = 0; i < n; i++) {
    if (i == 3) return;
    if (block > 64) exit(1);
  }
}
void check_in_switch(int block) {
  switch (block) {
    case 128:
      if (block > 0) break;
      exit(1);
    case 64: break;
    default: exit(1);
  }
}
int last;
void check_and_keep(const Options &o) {
  if (o.block > 64) exit(1);
  last = o.block;
}
void change(Options &o);
void late(int block) {
  check_late(block);
  k<<<1, block>>>(0);
}
void copy(int block) {
  check_copy(block);
  k<<<1, block>>>(1);
}
void in_loop(int block, int n) {
  check_in_loop(block, n);
  k<<<1, block>>>(2);
}
void in_switch(int block) {
  check_in_switch(block);
  k<<<1, block>>>(3);
}
void changed(int n, int block) {
  Options o = {n, block};
  check_and_keep(o);
  change(o);
  k<<<1, o.block>>>(4);
}
void changed_later(int n, int block) {
  check_late(64);
  Options o = {n, 64};
  std::cin >> o.block;
  k<<<1, o.block>>>(5);
}
void twice(int n, int block) {
  Options o = {n, 64};
  std::cin >> o.n >> o.block;
  k<<<1, o.block>>>(6);
}
