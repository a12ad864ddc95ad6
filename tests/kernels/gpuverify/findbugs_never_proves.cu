//@ flags: --block 64 --grid 1 --findbugs
//@ verdict: races=unknown divergence=unknown bounds=unknown
// Right, and without a loop that could be cut off: a search for bugs is no proof all the same.
__global__ void k(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
}
