//@ verdict: races=proved
// A constant number stays what it is when something is given a reference to it, and a call that never returns ends the
// flow.
#include <cstdlib>
#include <exception>
void print(const int &);

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1;
}
void printed(int *a) {
  const int n = 64;
  print(n);
  k<<<1, n>>>(a, n);
}
void in_tiles(int *a, int size) {
  const int tile = 64;
  for (int at = 0; at < size; at += tile)
    k<<<1, 64>>>(a + at, std::min(tile, size - at));
}
void aborted(int *a, int n) {
  if (n > 64) std::abort();
  k<<<1, 64>>>(a, n);
}
void terminated(int *a, int n) {
  if (n > 64) std::terminate();
  k<<<1, 64>>>(a, n);
}
void trapped(int *a, int n) {
  if (n > 64) __builtin_trap();
  k<<<1, 64>>>(a, n);
}
