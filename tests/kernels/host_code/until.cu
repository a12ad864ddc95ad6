//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved assertions=proved
//[bad]@ verdict: races=proved bounds=proved assertions=refuted
// Behind a `do` loop its condition does not hold.
#include <cassert>
#include <cstdio>
__global__ void choose(int *a, int c) {
  assert(c == 1 || c == 2); //[bad]~ ERROR assert
  a[threadIdx.x] = c;
}
int main() {
  int c, *a;
  do {
    scanf("%d", &c);
#ifdef bad
    if (c == 7) break;
#endif
  } while (c != 1 && c != 2);
  cudaMalloc(&a, 8 * sizeof(int));
  choose<<<1, 8>>>(a, c);
}
