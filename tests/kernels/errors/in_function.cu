//@ flags: --block 64 --grid 1
//@ verdict: error
// The compiler rejects the definition, because the library has a function of these arguments with another result, and
// takes the call for one of the library's.
__device__ int clock() { return 7; }
__global__ void k(int *p) {
    p[clock()] = threadIdx.x;
}
