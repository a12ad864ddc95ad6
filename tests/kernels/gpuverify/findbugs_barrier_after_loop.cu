//@ flags: --block 64 --grid 1 --findbugs
//@ verdict: races=unknown divergence=unknown
// A thread that is cut off in the loop does not miss the barrier behind it: nothing is suspected.
__global__ void k(int *a, int *n) {
    __shared__ int s[64];
    for (int i = 0; i < n[threadIdx.x]; i++)
        s[threadIdx.x] = i;
    __syncthreads();
    a[threadIdx.x] = s[0];
}
