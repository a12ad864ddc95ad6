//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The twins of `order_of_evaluation_by_flow` in which the operands meet.
struct State { int x, y, all[4]; int *to; };
struct Holder { int *to[2]; };
__device__ int set(int *p) { *p = 1; return 0; }
__device__ int get(const int *p) { return *p; }
__device__ int set_behind(int **p) { **p = 1; return 0; }
__device__ int swap_in(Holder &h, int *p) { int *old = h.to[0]; h.to[0] = p; return set(old); }
__global__ void changed_before(int *a) {
  int n = 0, m = 0, *p = &m;
  set(p);
  p = &n;
  a[threadIdx.x + 0 * (set(p) + n)] = 1;
}
__global__ void by_call(int *a) {
  int n = 0, m = 0;
  a[threadIdx.x + 0 * (set(&n) + get(&m)) + 0 * (set(&m) + get(&m))] = 1;
}
__global__ void by_object(int *a) {
  State s = State(), t = State();
  s.to = &s.x;
  t.to = &s.x;
  a[threadIdx.x + 0 * (set_behind(&s.to) + get(t.to))] = 1;
}
__global__ void kept_in_loop(int *a) {
  int n = 0, m = 0, *p = &n;
  for (int i = 0; i < 3; i++) {
    a[threadIdx.x + 0 * (set(p) + m)] = 1;
    p = &m;
  }
}
__global__ void replaced_on_a_path(int *a, int i) {
  int n = 0, m = 0;
  Holder h = {{&n, &m}};
  if (i) h.to[0] = &m;
  a[threadIdx.x + 0 * (set(h.to[0]) + n)] = 1;
}
__global__ void replaced_somewhere(int *a, int i) {
  int n = 0, m = 0;
  Holder h = {{&m, &m}};
  h.to[i & 1] = &n;
  a[threadIdx.x + 0 * (set(h.to[1]) + n)] = 1;
}
__global__ void index(int *a, int i) {
  State s = State();
  a[threadIdx.x + 0 * ((s.all[i & 3] = 1) + s.all[2])] = 1;
}
__global__ void returned(int *a) {
  int n = 0, m = 0;
  Holder h = {{&n, &m}};
  a[threadIdx.x + 0 * (swap_in(h, &m) + get(&n))] = 1;
}
__global__ void changes_a_pointer(int *a) {
  int n = 0, m = 0;
  Holder h = {{&n, &n}};
  a[threadIdx.x + 0 * (swap_in(h, &m) + get(h.to[0]))] = 1;
}
__global__ void chosen(int *a, int i) {
  int n = 0, m = 0, *p = i ? &n : &m;
  a[threadIdx.x + 0 * (set(p) + n)] = 1;
}
typedef int (*Setter)(int, int *);
__device__ int second(int n, int *p) { return n + *p; }
__global__ void through_a_pointer(int *a) {
  Setter f = second;
  int n = threadIdx.x;
  a[f(n, (n = 1, &n))] = 1;
}
