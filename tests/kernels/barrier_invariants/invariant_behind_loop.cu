//@ flags: --block 16 --grid 1
//@ verdict: races=!proved assertions=refuted
// The last iteration changes the cells.
__global__ void behind(int *out, int n) {
    __shared__ int a[16];
    a[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < n; ++i)
        a[threadIdx.x] = i == 5 ? 0 : threadIdx.x;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x); //~ ERROR assert
    __syncthreads();
    out[a[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
