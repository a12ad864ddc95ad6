//@ flags: --block 64 --grid 1 --gpuverify --benign
//@ verdict: races=inconclusive|refuted
// No run satisfies the preconditions: an entry is one function.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void clear(int *a, int i) { a[i] = 0; }
__device__ Op table[2];
__global__ void k(int *a) {
    __requires(table[0] == set);
    __requires(table[0] == clear);
    a[0] = threadIdx.x;
}
