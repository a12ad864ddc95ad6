//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// Threads 0..15 wait at a barrier that the others never reach.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    if (tid < 16) {
        a[tid] = tid;
        __syncthreads(); //~ ERROR divergence
    }
}
