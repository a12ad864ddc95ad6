// A kernel that still runs may store to a managed variable between two reads by the host.
//@ kernel: k races=refuted
//@ kernel: same races=proved

__managed__ int n;
int of_host;

__global__ void set() { n = threadIdx.x + 3; }
__global__ void k(int *a, int n) { if (gridDim.x != n) a[0] = threadIdx.x; } //~ ERROR race
__global__ void same(int *a, int n) { if (gridDim.x != n) a[0] = threadIdx.x; }

void twice(int *a) {
  set<<<1, 1>>>();
  k<<<n, 64>>>(a, n);
}
void once(int *a) {
  set<<<1, 1>>>();
  int m = n;
  same<<<m, 64>>>(a, m);
}
void host(int *a) {
  set<<<1, 1>>>();
  same<<<of_host, 64>>>(a, of_host);
}
