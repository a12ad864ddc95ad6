//@ flags: --block 64 --grid 1
//@ verdict: bounds=unsupported
// What a pointer into a table of functions points to is not followed.
typedef void (*Fn)(int *);
__device__ void set(int *a) { a[threadIdx.x] = 1; }
__device__ void clear(int *a) { a[threadIdx.x] = 0; }
__device__ const Fn table[2] = {set, clear};
__device__ void run(const Fn *functions, int *a) { functions[1](a); }
struct Task { Fn f; int n; };
__device__ const Task tasks[2] = {{set, 1}, {clear, 2}};
__global__ void passed(int *a) { run(table, a); }
__global__ void member(int *a) { tasks[1].f(a); }
