//@ verdict: races=refuted
//@ kernel: k@14 races=proved
//@ kernel: k@38 races=proved
// Elements of an array of arguments may have effects or keep addresses. Each launch but the first and the last passes 65.
static int global = 5;
static void *table[] = {&global};

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}
void plain(int *a) {
  int n = 64;
  void *list[] = {&a, &n};
  k<<<1, 64>>>(a, n);
}
void assigned(int *a) {
  int n = 5, *p;
  void *list[] = {p = &n};
  *p = 65;
  k<<<1, 64>>>(a, n);
}
void listed_global(int *a) {
  void *list[] = {&global};
  *(int *)list[0] = 65;
  k<<<1, 64>>>(a, global);
}
void copied(int *a) {
  int n = 5;
  void *list[] = {&n};
  void *copy[] = {list[0]};
  *(int *)copy[0] = 65;
  k<<<1, 64>>>(a, n);
}
// An exception that has a destructor ends the flow.
struct Error { Error(const char *); ~Error(); };
void thrown(int *a, int n) {
  if (n > 64) throw Error("n");
  k<<<1, 64>>>(a, n);
}
