//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Destructors run at the end of full expressions, of the lives of references, parameters, members and bases.
struct Last { int *p; __device__ Last(int *q) : p(q) {} __device__ ~Last() { p[0] = threadIdx.x; } __device__ int one() const { return 1; } };
struct Member { Last l; };
struct Heir : Last { __device__ Heir(int *q) : Last(q) {} };
__device__ void by_value(Last l) {}
__device__ void by_reference(const Last &l) {}
__device__ Last make(int *a) { return Last(a); }
__device__ int same(int x) { return x; }
__global__ void temporary(int *a) { Last(a).p; }
__global__ void member_call(int *a) { int one = Last{a}.one(); a[threadIdx.x + one] = 1; }
__global__ void condition(int *a) { if (Last(a).p) {} }
__global__ void comma(int *a) { same((Last(a), 3)); }
__global__ void cast(int *a) { return (void)Last(a); }
__global__ void extended(int *a) { const Last &l = Last(a); }
__global__ void argument(int *a) { by_value(Last(a)); }
__global__ void referred(int *a) { by_reference(Last(a)); }
__global__ void discarded(int *a) { make(a); }
__global__ void returned(int *a) { auto l = make(a); }
__global__ void member(int *a) { Member m{Last(a)}; }
__global__ void base(int *a) { Heir h(a); }
__global__ void captured(int *a) { by_reference([a] { return Last(a); }()); }
__global__ void parameter(Last l) {}
__device__ void reset(int **p) { (*p)[0] = threadIdx.x; }
__global__ void cleanup(int *a) { __attribute__((cleanup(reset))) int *p = a; }
