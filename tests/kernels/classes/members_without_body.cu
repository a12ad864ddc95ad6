//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// What a constructor or an assignment does whose body is elsewhere is not known.
struct Number { int k; __device__ Number(int t); };
__global__ void value(int *a) { Number n(threadIdx.x); a[n.k] = 1; }
struct Handle { int *p; __device__ Handle(int *q); };
__global__ void pointer(int *a) { Handle h(a); }
struct Nothing { int k; __device__ Nothing(); };
__global__ void nothing(int *a) { Nothing n; a[threadIdx.x] = 1; }
struct Copied { int k; __device__ Copied(const Copied &c); };
__global__ void copy(int *a, Copied *c) { Copied d(c[0]); if (d.k != c[0].k) a[0] = threadIdx.x; }
struct Assigned { int k; __device__ Assigned &operator=(const Assigned &o); };
__global__ void assignment(int *a, Assigned *s) { Assigned d; d = s[0]; if (d.k != s[0].k) a[0] = threadIdx.x; }
