//@ revisions: good named variable member address chosen operators manipulator
//[named,variable,member,address,chosen,operators,manipulator]@ verdict: races=refuted
//[good]@ verdict: races=proved
// A function of the library may run code of the program, which changes a variable by an address that was kept. It runs
// none if it is given numbers and addresses of data alone.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
struct Options {
  int (*by)(const void *, const void *);
};
struct Key {
  int of;
  bool operator<(const Key &other) const;
};
int *kept;
void read(int *p) {
  kept = p;
  *p = 5;
}
int order(const void *, const void *) {
  *kept = 64;
  return 0;
}
bool Key::operator<(const Key &other) const {
  *kept = 64;
  return of < other.of;
}
std::ostream &wide(std::ostream &out) {
  *kept = 64;
  return out;
}
__global__ void fill(int *a) { a[threadIdx.x & 31] = threadIdx.x; } //[named,variable,member,address,chosen,operators,manipulator]~ ERROR race
int main(int argc, char **) {
  int n, h[4] = {4, 3, 2, 1}, *a;
  Options options = {order};
  Key keys[2] = {{2}, {1}};
  int (*by)(const void *, const void *) = order;
  cudaMalloc(&a, 32 * sizeof(int));
  read(&n);
  if (n < 1 || n > 32) return 1;
#if defined(good)
  printf("%d %d", n, h[0]);
#elif defined(named)
  qsort(h, 4, sizeof(int), order);
#elif defined(variable)
  qsort(h, 4, sizeof(int), by);
#elif defined(member)
  qsort(h, 4, sizeof(int), options.by);
#elif defined(address)
  qsort(h, 4, sizeof(int), &order);
#elif defined(chosen)
  qsort(h, 4, sizeof(int), argc > 1 ? order : by);
#elif defined(operators)
  std::sort(keys, keys + 2);
#elif defined(manipulator)
  std::cout << wide;
#endif
  fill<<<1, n>>>(a);
}
