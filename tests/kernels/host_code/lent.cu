//@ verdict: races=proved bounds=proved
// Variables that functions are given by address or reference: unknown behind the call, and the same until others may change them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
struct Options { int n; int block; };
void read(int &n);
void read_both(int *n, int *m);
void parse(Options &o, int argc, char **argv) { if (argc > 1) o.n = atoi(argv[1]); }
void note(const char *);
__global__ void fill(int *a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = n;
}
void by_reference() {
  int n = 0;
  read(n);
  if (n < 1 || n > 64) return;
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  fill<<<1, n>>>(a, n);
}
void by_address(int which) {
  int n, m;
  read_both(&n, &m);
  int size = n * m;
  if (n < 1 || m < 1 || n > 8 || m > 8) exit(1);
  int *h = (int *)malloc(size * sizeof(int)), *a;
  for (int i = 0; i < size; i++) h[i] = which;
  memset(h, 0, size * sizeof(int));
  cudaMalloc(&a, size * sizeof(int));
  cudaMemcpy(a, h, size * sizeof(int), cudaMemcpyHostToDevice);
  printf("%d %d\n", n, m);
  std::cout << n;
  fill<<<1, 64>>>(a, n * m);
}
int main(int argc, char **argv) {
  Options o;
  o.n = 32;
  o.block = 64;
  parse(o, argc, argv);
  if (o.n > 64 || o.n < 1) return 1;
  int *a;
  cudaMalloc(&a, o.n * sizeof(int));
  for (int times = 0; times < 3; times++) fill<<<1, 64>>>(a, o.n);
  note("first");
  read(o.n);
  int n = o.n, *b;
  if (n < 1) n = 1;
  if (n > 1024) n = 1024;
  cudaMalloc(&b, n * sizeof(int));
  fill<<<1, n>>>(b, n);
}
