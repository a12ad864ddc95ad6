//@ flags: --block 64 --grid 1
//@ verdict: assertions=refuted
// The claims of the twin with the values after the changes.
__device__ int before(int i) { return i++; }
__device__ int first(int a, int &b) { b++; return a; }
__device__ int kept(int i) { return first(i, i); }
__global__ void k() {
    int t = threadIdx.x;
    __assert(before(t) == t + 1); //~ ERROR assert
    __assert(kept(t) == t + 1); //~ ERROR assert
}
