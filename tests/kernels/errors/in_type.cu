//@ flags: --block 64 --grid 1
//@ verdict: error
// The compiler takes the unknown types for `int`, and enumerators without a value for 0 and 1.
typedef unknown::complex<float> Number;
typedef Number Again;
enum Offset { here = unknown::zero, there };
__global__ void named(Number *p) {
    p[threadIdx.x] = p[threadIdx.x + 1024];
    ((int *)p)[127 - threadIdx.x] = 2;
}
__global__ void through_another(int *p) {
    Again *q = (Again *)p;
    q[threadIdx.x] = q[threadIdx.x + 1024];
    p[127 - threadIdx.x] = 2;
}
__global__ void size(char *p) { *(int *)(p + sizeof(Again) * threadIdx.x) = 1; }
__global__ void enumerator(int *p) { p[threadIdx.x * there] = 1; }
