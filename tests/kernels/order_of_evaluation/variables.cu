//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Arguments that assign a variable and use it, where no order races: the variable is unknown, what does not depend on it is not.
struct Vector { float x, y; };
__device__ float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y; }
__device__ int second(int, int b) { return b; }
__global__ void structure(float *a, Vector from) {
    Vector t = {1, 2};
    a[threadIdx.x] = dot(t = from, t);
}
__global__ void assigned_behind(int *a) {
    int n = threadIdx.x;
    int m = second(n = 1, n);
    n = threadIdx.x;
    a[n] = m;
}
__global__ void bounded(int *a) {
    int n = 0;
    a[64 * (second(n, n = 1) & 1) + threadIdx.x] = 1;
}
