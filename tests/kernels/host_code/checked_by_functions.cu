//@ verdict: races=proved
// Functions that end the program for bad values: what they let pass is a fact behind their calls.
#include <cstdio>
#include <cstdlib>
#include <iostream>
struct Options { int n; int block; };
__device__ int a[64];
__global__ void k(int n) { a[threadIdx.x % 64] = threadIdx.x; }
void fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}
void usage() {
  std::cerr << "usage" << std::endl;
  exit(2);
}
void check(int block) {
  if (block >= 1 && block <= 64) return;
  printf("bad size %d\n", block);
  exit(EXIT_FAILURE);
}
static void check_options(const Options &o) {
  if (o.n < 0) usage();
  if (o.block > 64 || o.block < 1) {
    usage();
  }
}
bool is_right(int block) {
  if (block < 1) {
    printf("too small\n");
    return false;
  }
  return block <= 64;
}
void check_kind(int block) {
  switch (block) {
    case 32:
    case 64: return;
    default: abort();
  }
}
void by_value(int block) {
  check(block);
  k<<<1, block>>>(0);
}
void by_structure(int n, int block) {
  Options o = {n, block};
  check_options(o);
  k<<<1, o.block>>>(o.n);
}
void by_answer(int block) {
  if (!is_right(block)) return;
  k<<<1, block>>>(1);
}
void by_kind(int block) {
  check_kind(block);
  k<<<1, block>>>(2);
}
int main() {
  Options o;
  o.block = 64;
  std::cin >> o.n;
  k<<<1, o.block>>>(o.n);
  Options p;
  std::cin >> p.n >> p.block;
  if (p.block < 1 || p.block > 64) return 1;
  k<<<1, p.block>>>(p.n);
}
