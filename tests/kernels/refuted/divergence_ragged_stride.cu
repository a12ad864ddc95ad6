//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
//@ gap: divergence=possible in the replay the threads that skip the barrier run to the end, and exited threads count as arrived
// With n no multiple of 64 the last round has only some of the threads.
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += 64) {
        a[i] = 1;
        __syncthreads(); //~ ERROR divergence
    }
}
