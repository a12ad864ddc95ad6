//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Lists in braces are evaluated from left to right; arguments with effects on different variables may come in any order.
struct Point {
    int x, y;
    __device__ Point(int a, int b) : x(a), y(b) {}
};
__device__ int sum(int a, int b) { return a + b; }
__global__ void k(int *a, int *b) {
    int i = 0, j = 0;
    Point p{i = threadIdx.x, i};
    a[p.y] = 1;
    b[sum(i++, j++)] = 1;
}
