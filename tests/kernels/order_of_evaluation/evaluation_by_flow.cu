//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// Operands whose order is open and does not matter: where pointers point at that moment and in that call shows it.
struct State { int x, y, all[4]; int *to; };
struct Holder { int *to[2]; };
__device__ int set(int *p) { *p = 1; return 0; }
__device__ int get(const int *p) { return *p; }
__device__ int set_behind(int **p) { **p = 1; return 0; }
__device__ int swap_in(Holder &h, int *p) { int *old = h.to[0]; h.to[0] = p; return set(old); }
__global__ void changed_before(int *a) {
  int n = 0, m = 0, *p = &n;
  set(p);
  p = &m;
  a[threadIdx.x + 0 * (set(p) + n)] = 1;
}
__global__ void by_call(int *a) {
  int n = 0, m = 0;
  a[threadIdx.x + 0 * (set(&n) + get(&m))] = 1;
  a[threadIdx.x + 0 * (set(&m) + get(&n))] = 1;
}
__global__ void by_object(int *a) {
  State s = State(), t = State();
  s.to = &s.x;
  t.to = &t.x;
  a[threadIdx.x + 0 * (set_behind(&s.to) + get(t.to))] = 1;
  a[threadIdx.x + 0 * (set_behind(&t.to) + get(s.to))] = 1;
}
__global__ void set_again_in_loop(int *a) {
  int n = 0, m = 0, *p = &m;
  for (int i = 0; i < 3; i++) {
    p = &n;
    a[threadIdx.x + 0 * (set(p) + m)] = 1;
    p = &m;
  }
}
__global__ void replaced(int *a) {
  int n = 0, m = 0;
  Holder h = {{&n, &m}};
  h.to[0] = &m;
  a[threadIdx.x + 0 * (set(h.to[0]) + n)] = 1;
}
__global__ void index(int *a, int i) {
  State s = State();
  a[threadIdx.x + 0 * ((s.all[i & 3] = 1) + s.x)] = 1;
}
__global__ void returned(int *a) {
  int n = 0, m = 0, k = 0;
  Holder h = {{&n, &m}};
  a[threadIdx.x + 0 * (swap_in(h, &m) + get(&k))] = 1;
}
__global__ void chosen(int *a, int i) {
  int n = 0, m = 0, k = 0, *p = i ? &n : &m;
  a[threadIdx.x + 0 * (set(p) + k)] = 1;
}
