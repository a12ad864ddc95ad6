//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// With n no multiple of 64 the last round has only some of the threads.
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += 64) {
        a[i] = 1;
        __syncthreads(); //~ ERROR divergence
    }
}
