//@ flags: --block 64 --grid 1
//@ verdict: error
// Statements that name the variable are dropped by the compiler.
__device__ unknown::array<int, 4> table;
__global__ void k(int *p) {
    table[0] = threadIdx.x;
    p[threadIdx.x] = 1;
}
