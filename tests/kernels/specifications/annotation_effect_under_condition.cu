//@ flags: --block 64 --grid 1
//@ verdict: assertions=inconclusive
// A change under a condition inside of an annotation is not modelled.
__device__ int both(int t) { int x = 5; t && (x = 3); return x; }
__device__ int arms(int t) { int x = t; int y = t > 3 ? (x = 1) : (x = 2); return x * 10 + y; }
__global__ void k() {
    int t = threadIdx.x;
    if (t == 0) __assert(both(t) == 3);
    if (t == 7) __assert(arms(t) == 22);
}
