//@ flags: --block 64 --grid 4 --gpuverify --benign
//@ verdict: races=refuted
// One of the functions in the table writes its neighbour's cell.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = threadIdx.x; } //~ ERROR race
__device__ void shift(int *a, int i) { a[i + 1] = threadIdx.x; } //~ ERROR race
__device__ Op table[2];
__global__ void k(int *a, int parity) {
    __requires(table[0] == set);
    __requires(table[1] == shift);
    table[(threadIdx.x + parity) & 1](a, blockIdx.x * blockDim.x + threadIdx.x);
}
