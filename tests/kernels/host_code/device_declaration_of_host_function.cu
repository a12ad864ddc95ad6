//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Two functions of one name and type: the body is that of the host's.
__device__ int place_of(int);
__host__ int place_of(int i) { return i; }
__global__ void k(int *p) { p[place_of(threadIdx.x)] = threadIdx.x; }
