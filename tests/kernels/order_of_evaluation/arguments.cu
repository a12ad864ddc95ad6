//@ flags: --block 64 --grid 1
//@ verdict: races=possible divergence=proved
// The compiler may evaluate the second argument first, which gives 0 to all threads; in braces the order is fixed.
struct Point {
    int x, y;
    __device__ Point(int a, int b) : x(a), y(b) {}
};
__device__ int second(int, int b) { return b; }
__global__ void function(int *a) {
    int i = 0;
    a[second(i = threadIdx.x, i)] = 1;
}
__global__ void constructor(int *a) {
    int i = 0;
    Point p(i += threadIdx.x, i);
    a[p.y] = 1;
}
