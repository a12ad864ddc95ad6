//@ flags: --block 64 --grid 4 --gpuverify --benign
//@ verdict: races=proved divergence=proved
// The table is filled by the host; all threads keep the chosen function in one variable and read it back.
typedef void (*Op)(int *, int);
__device__ void set(int *a, int i) { a[i] = 1; }
__device__ void clear(int *a, int i) { a[i] = 0; }
__device__ Op table[2];
__device__ Op chosen;
__global__ void k(int *a, int which) {
    __requires(table[0] == set);
    __requires(table[1] == clear);
    __requires(which == 0 | which == 1);
    chosen = table[which];
    for (int i = 0; i < 4; i++) (*chosen)(a, 4 * (blockIdx.x * blockDim.x + threadIdx.x) + i);
}
