//@ flags: --block 32 --grid 1
//@ verdict: races=refuted assertions=!refuted
// The instance for the thread behind the last one says nothing: there is no such thread.
__global__ void outside(int *out, const int *in) {
    __shared__ int a[33];
    if (threadIdx.x == 0)
        a[32] = in[0];
    a[threadIdx.x] = threadIdx.x;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x + 1);
    __syncthreads();
    out[a[threadIdx.x + 1]] = threadIdx.x; //~ ERROR race
}
