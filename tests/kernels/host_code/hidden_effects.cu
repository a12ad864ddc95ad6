//@ verdict: races=refuted
// Effects that the compiler's tree does not show: extents of arrays, functions that run at the end of a variable's
// life. Each launch passes 65.
static int global = 64;
static int changed = 64;
static void change(int *) { changed = 65; }

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}
void extent(int *a) {
  int n = 64, list[n++];
  k<<<1, 64>>>(a, n);
}
void extent_of_type(int *a) {
  int n = 64;
  typedef int Row[n++];
  k<<<1, 64>>>(a, n);
}
void extent_in_size(int *a) {
  int n = 64;
  unsigned long bytes = sizeof(int[n++]);
  k<<<1, 64>>>(a, n);
}
void extent_changes_global(int *a) {
  int list[global++];
  k<<<1, 64>>>(a, global);
}
void cleaned_up(int *a) {
  { __attribute__((cleanup(change))) int end = 0; }
  k<<<1, 64>>>(a, changed);
}
int main() {}
