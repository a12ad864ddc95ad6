//@ flags: --block 64 --grid 1 --gpuverify --benign
//@ verdict: races=refuted
// The threads store different functions into one variable.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void clear(int *a, int i) { a[i] = 0; }
__device__ Op table[2];
__device__ Op chosen;
__global__ void k(int *a) {
    __requires(table[0] == set);
    __requires(table[1] == clear);
    chosen = table[threadIdx.x & 1]; //~ ERROR race
}
